//! The graph of a workflow: its jobs in layers, each below all it follows.

mod critical;
mod dress;
pub(super) mod edges;
mod input;
mod layers;
mod layout;
pub(super) mod legend;
mod order;
mod placement;
mod show;
mod size;
mod view;

#[cfg(test)]
mod tests;

pub use critical::critical_path;
pub use dress::{Bands, Dress, State, Vertex};
pub use layout::{Edge, Layout};
pub use show::{Graph, GraphResponse};
pub use view::GraphView;
