//! Power in the window: where it is known, and where it is not.

use cosched::desktop::{Command, Pane};
use egui_kittest::kittest::Queryable as _;

use crate::driver::{perform, window};

const CAPPED: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../fixtures/by_hand/power/cap.ron"
);

#[test]
fn power_is_a_row_below_the_schedule_and_a_pane_of_its_own() {
    let mut capped = window(vec![CAPPED.into()]);
    perform(&mut capped, Command::Show(Pane::Schedule));
    capped.get_by_label("Power in kW over time");
    perform(&mut capped, Command::Show(Pane::Power));
    capped.get_by_label("Power in kW over time");

    let mut plain = window(Vec::new());
    perform(&mut plain, Command::Show(Pane::Schedule));
    assert!(plain.query_by_label("Power in kW over time").is_none());
    perform(&mut plain, Command::Show(Pane::Power));
    plain.get_by_label_contains("The scenario does not say what power the machine draws");
}
