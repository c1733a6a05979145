//! Shares against their targets in the window: where queues are ordered by them, and elsewhere.

use cosched::desktop::{Command, Pane};
use egui_kittest::kittest::Queryable as _;

use crate::driver::{perform, window};

const SHARED: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../fixtures/by_hand/priority/fairshare.ron"
);

#[test]
fn shares_over_time_are_a_pane_of_their_own() {
    let mut shared = window(vec![SHARED.into()]);
    perform(&mut shared, Command::Show(Pane::Fairshare));
    shared.get_by_label("Fairshare over time");

    let mut plain = window(Vec::new());
    perform(&mut plain, Command::Show(Pane::Fairshare));
    plain.get_by_label_contains("No queue here is ordered by fair shares");
}
