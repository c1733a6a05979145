//! Capacity over time that fits no waiting job, in the window.

use cosched::desktop::{Command, Pane};
use egui_kittest::kittest::Queryable as _;

use crate::driver::{perform, window};

const SHARED: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../fixtures/by_hand/cluster/partitions.ron"
);

#[test]
fn fragmentation_has_a_pane() {
    let mut shared = window(vec![SHARED.into()]);
    perform(&mut shared, Command::Show(Pane::Fragmentation));
    shared.get_by_label("Fragmentation over time");
}
