//! Energy worked out by hand.
