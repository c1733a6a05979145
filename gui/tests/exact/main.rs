//! Every family of policies against slow programs in exact fractions, on scenarios drawn at random.
//!
//! The programs here are written from the published rules and share nothing with the engine but
//! the text of a scenario. They draw small scenarios in which much coincides (whole numbers,
//! thirds, sevenths, decimals), and compare what the product says with what is exactly so: where
//! the exact result is a whole number of nanoseconds it must be that, elsewhere it may be off by
//! what rounding to the next takes away.
//!
//! `COSCHED_EXACT_SCENARIOS` (200 of each family if absent) and `COSCHED_EXACT_SEED` (1) say how
//! many are drawn and which; `COSCHED_EXACT_ONLY` repeats a single one by its number.
//! Nothing is forgiven unless `COSCHED_EXACT_SLACK` says how many nanoseconds, to see other
//! decisions apart from times.

mod by_hand;
mod coscheduling;
mod draw;
mod examine;
mod explained;
mod golden;
mod jobs;
mod market;
mod moldable;
mod molding;
mod placement;
mod product;
mod queue;
mod rational;
mod scojo;
mod search;
mod servers;
mod slots;
mod tiers;
