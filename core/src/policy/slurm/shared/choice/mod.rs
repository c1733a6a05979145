//! Choice among nodes that jobs share.

mod best_fit;
mod block_choice;
mod blocks;
mod chosen_nodes;
mod neighbours;
mod request;
mod switch_tree;
mod switches;

pub(super) use chosen_nodes::ChosenNodes;
pub use neighbours::Neighbours;
pub(super) use neighbours::OfferedNodes;
pub use request::{NodeChoice, NodeRequest};
pub use switch_tree::SwitchState;
