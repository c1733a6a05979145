//! Coscheduling: jobs whose processes run at the same time, and take turns.

mod agile;
mod bits;
mod filling;
mod flexible;
mod gang;
mod lists;
mod measured;
mod out_of_service;
mod quanta;
mod rows;
mod service;

pub use agile::{Agile, AgileBuffers, Rules, Shares};
pub use flexible::{Flexible, FlexibleBuffers, Gap};
pub use gang::Gang;
pub use lists::{ListBuffers, ListEntry, ListRules};
pub use measured::{Classes, Measurement, MeasuringRules};
pub use rows::{RowBuffers, TurnRules};
