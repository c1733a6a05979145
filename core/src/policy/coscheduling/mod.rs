//! Coscheduling: jobs whose processes run at the same time, and take turns.

mod agile;
mod flexible;
mod gang;
mod rows;

pub use agile::{Agile, AgileBuffers, Lists};
pub use flexible::{Flexible, FlexibleBuffers, Gap};
pub use gang::Gang;
pub use rows::{RowBuffers, Turns};
