//! Coscheduling: jobs whose processes run at the same time, and take turns.

mod agile;
mod bits;
mod filling;
mod flexible;
mod gang;
mod gap_turns;
mod list_rules;
mod lists;
mod measured;
mod next_fillers;
mod out_of_service;
mod quanta;
mod rows;
mod service;

#[cfg(feature = "alloc")]
pub use agile::BoxedAgile;
pub use agile::{Agile, AgileBuffers, AgileSizes, Rules, Shares};
#[cfg(feature = "alloc")]
pub use flexible::BoxedFlexible;
pub use flexible::{Flexible, FlexibleBuffers, FlexibleSizes, Gap};
pub use gang::Gang;
#[cfg(feature = "alloc")]
pub use gap_turns::BoxedGapTurns;
pub use gap_turns::{GapLink, GapQueue, GapTurnBuffers, GapTurnSizes};
pub use list_rules::ListRules;
#[cfg(feature = "alloc")]
pub use lists::BoxedList;
pub use lists::{ListBuffers, ListEntry, ListSizes, StaticList};
pub use measured::{Classes, Measurement, MeasuringRules};
#[cfg(feature = "alloc")]
pub use rows::BoxedRows;
pub use rows::{RowBuffers, RowSizes, StaticRows, TurnRules};
