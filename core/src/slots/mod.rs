//! Windows of idle slots on nodes of different performance and price: pure functions, no engine.
mod bits;
mod domain;
mod entities;
mod error;
mod idle;
mod knapsack;
mod maximum;
mod memory;
mod ranking;
mod search;
mod sweep;
mod units;
mod value;

pub use domain::{Domain, room_for, windows_for};
pub use entities::{Criterion, Node, Request, Slot, Window};
pub use error::SlotsError;
pub use idle::{idle_for, idle_slots};
pub use knapsack::Item;
pub use memory::{SearchBuffers, SearchMemory, table_for, taken_for, words_for};
pub use ranking::Ranked;
pub use search::Search;
pub use sweep::Live;
pub use units::{Cost, Performance, Price, Quality, Volume};
pub use value::{LeastCost, TotalQuality, Value};
