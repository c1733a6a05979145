//! Windows of idle slots on priced nodes: the domain, what is asked of it, and what is found.

mod domain;
mod found;

pub use domain::DomainData;
pub use found::{Answer, FoundWindow, Multiple, Searcher, Wanted};
