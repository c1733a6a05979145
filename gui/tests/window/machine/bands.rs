//! Kinds of nodes and partitions as bands of the schedule, by labels.

use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::driver::{click, window};

const SHARED: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../fixtures/by_hand/cluster/partitions.ron"
);

#[test]
fn bands_are_chosen_where_nodes_are_shared() {
    let mut shared = window(vec![SHARED.into()]);
    shared.get_by_label("bands").click();
    shared.run_ok();
    click(&mut shared, "partitions");
    let chosen = shared.get_by_label("bands").accesskit_node().value();
    assert_eq!(chosen.as_deref(), Some("Bands: partitions"));

    // Where all nodes are equal there is nothing to choose.
    let plain = window(Vec::new());
    assert!(plain.query_by_label("bands").is_none());
}
