//! Windows of idle slots on priced nodes: the domain, the requests, and the results.

mod buffers;
pub mod check;
mod domain;
mod frontier;
pub mod lines;
mod model;
mod read;
pub mod run;
pub mod scenario;
mod searcher;
mod table;
pub mod values;

pub(crate) use buffers::check_tables;
pub use buffers::{OwnedSearch, TableTooLong, reachable};
pub use domain::DomainData;
pub use model::MOST_NODES;
pub use model::ModelSpec;
pub use read::{is_search, parse, to_ron};
pub use searcher::{Answer, Batch, FoundWindow, Multiple, SearchGoal, Searcher};
