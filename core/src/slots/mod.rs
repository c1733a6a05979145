//! Windows of idle slots on nodes of different performance and price: pure functions, no engine.
//!
//! A job needs several nodes at once. Nodes differ in performance, price and quality, and
//! are idle at different times: in **slots**. A **window** consists of the requested number
//! of slots of different nodes, from one instant on and for as long as the slowest node
//! needs, within a budget. V. Toporkov, D. Yemelyanov, "Optimization of resources selection
//! for jobs scheduling in heterogeneous distributed computing environments", 2018. Where
//! the paper is ambiguous, it is read as follows:
//!
//! * a window may cost as much as the budget, not only less;
//! * FirstFit takes the earliest start over all groups of nodes, of equals the fastest
//!   group: the paper's windows start at 0 in every run, which only that gives. To take
//!   the first window of the fastest group that has one is [`Criterion::GroupFirst`];
//! * slots that have run out are dropped before windows are looked at, once for each slot;
//! * an empty set of nodes has the value 0, and more nodes than were tried cannot be chosen:
//!   the paper's recurrence begins so;
//! * alternatives are cut out for as long as they are reserved: the length of their group.
//!
//! Read in this order: the [`Node`], its [`Slot`]s and a [`Request`];
//! [`idle_slots`] makes slots of schedules; a [`Domain`] holds them; a [`Search`]
//! finds the best [`Window`] by a [`Criterion`] or by any [`Value`], explains why
//! there is none ([`NoWindowReason`]), lists alternatives, and places a batch;
//! [`DomainModel`] draws the paper's experiment.
//!
//! All amounts are whole billionths and compared as exact fractions. A window is exactly as
//! long as its slowest node needs, and ends exactly that long after it begins; the rest of
//! slots begins there ([`Exact`](crate::Exact)). Times are rounded up to the nanosecond,
//! and costs to the billionth, in results and for a [`Value`]. Where a value is maximised
//! the costs of nodes are rounded up to parts of the budget, as the paper's table needs.
//!
//! Time and room, for `s` slots of `m` nodes in `g` different performances: a
//! search takes at most `g * (s + m)` steps of constant time. [`Criterion::MaxQ`]
//! also fills a table where its bounds do not decide, and any other [`Value`] lists
//! the nodes that are free at each step. Buffers take 112 bytes a slot and about 50 a
//! node; to maximise a value about 80 more a node, the table ([`table_for`]) and a bit
//! for each of its entries and nodes ([`taken_for`]).

mod alternatives;
pub(super) mod best;
mod bits;
mod cut;
mod domain;
mod entities;
mod error;
mod explain;
mod memory;
mod ranking;
mod search;
mod sweep;
mod units;

pub use alternatives::{Alternative, Alternatives, BatchResult, cuts_of};
pub use best::knapsack::Item;
pub use best::value::{LeastCost, LeastSum, TotalQuality, Value};
pub use domain::generator::DomainModel;
pub use domain::idle::{MAX_END, idle_for, idle_slots};
pub use domain::{Domain, room_for, windows_for};
pub use entities::{Criterion, Node, Request, Slot, Window};
pub use error::SlotsError;
pub use explain::NoWindowReason;
#[cfg(feature = "alloc")]
pub use memory::BoxedSearch;
pub use memory::{SearchBuffers, SearchSizes, StaticSearch, table_for, taken_for, words_for};
pub use ranking::RankedNode;
pub use search::Search;
pub use sweep::LiveSlot;
pub use units::{Cost, Performance, Price, Quality, Volume};
