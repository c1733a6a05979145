//! Time slices with node memory: Scojo-PECT.

pub mod record;
