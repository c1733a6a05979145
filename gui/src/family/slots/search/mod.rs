//! Windows of idle slots on priced nodes: the domain, the requests, and the results.

mod buffers;
pub mod check;
mod domain;
mod found;
mod frontier;
pub mod lines;
mod model;
mod read;
pub mod run;
pub mod scenario;
mod table;
pub mod values;

pub(crate) use buffers::{OwnedSearch, TooLong, reachable};
pub use domain::DomainData;
pub use found::{Answer, Batch, FoundWindow, Multiple, Searcher, Wanted};
#[cfg(feature = "window")]
pub(crate) use model::MOST_NODES;
pub use model::ModelSpec;
pub use read::{is_search, parse, to_ron};
