//! Every family of policies against slow programs in exact fractions, on random scenarios.
//!
//! The programs here are written from the published rules and share nothing with the engine but the
//! text of a scenario. They draw small scenarios in which many events coincide (whole numbers,
//! thirds, sevenths, decimals), and compare the product with the exact result: where that is a
//! whole number of nanoseconds it must be equal, elsewhere it may deviate by the rounding to the
//! next.
//!
//! `COSCHED_EXACT_SCENARIOS` (200 of each family if absent) and `COSCHED_EXACT_SEED` (1) set their
//! number and choice; `COSCHED_EXACT_ONLY` repeats a single one by its number. No deviation is
//! tolerated unless `COSCHED_EXACT_SLACK` gives a number of nanoseconds, to separate other
//! decisions from other times.

mod by_hand;
mod coscheduling;
mod draw;
mod examine;
mod explained;
mod golden;
mod jobs;
mod moldable;
mod placement;
mod product;
mod queue;
mod rational;
mod scojo;
mod slots;
#[path = "../support/stored.rs"]
mod stored;
