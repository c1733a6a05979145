//! Nodes considered for a job when it started, and which of them it got.

use cosched_core::machine::{Candidate, Stage};
use egui::Ui;
use egui_extras::{Column, TableBuilder};

use crate::widgets::wide;
use charts::look::strong;
use laboratory::base::format;
use laboratory::record::unit::Unit;

/// Rows in sight at once; more scroll.
const ROWS: f32 = 8.0;
/// Height of a row.
const ROW_HEIGHT: f32 = 18.0;

/// Headings with their widths and meanings; the first depends on what is counted.
const HEADINGS: [(&str, f32, &str); 6] = [
    ("", 34.0, "Its number; the best is first"),
    ("", 16.0, "✔: the job got it"),
    (
        "stage",
        48.0,
        "How it came to be chosen, or might have: by what fits there",
    ),
    ("jobs", 28.0, "Jobs assigned to it"),
    (
        "MiB free",
        54.0,
        "Memory not assigned to any job; below zero if more is assigned than there is",
    ),
    (
        "fits at s",
        54.0,
        "When the job's memory is expected to fit there, in seconds",
    ),
];

/// Returns a stage in words, short and long.
const fn stage_texts(stage: Stage) -> (&'static str, &'static str) {
    match stage {
        Stage::Any => ("free", "Any free one would do: not chosen by memory"),
        Stage::Fits => ("fits", "First stage: the job fits beside those assigned"),
        Stage::WillFit => (
            "will fit",
            "Second stage: the job fits when others have ended",
        ),
        Stage::Rest => ("rest", "Not of the stage that decided; one to fill up with"),
    }
}

/// Shows the nodes, if the policy chose among them.
pub(crate) fn table(ui: &mut Ui, nodes: &[Candidate], unit: Unit) {
    if nodes.is_empty() {
        return;
    }
    ui.separator();
    ui.label(strong(format!("{} considered", unit.heading())))
        .on_hover_text("Those that were free for the job when it started, the best first");
    // There is room for a short word alone.
    let number = if unit == Unit::Node { "node" } else { "no." };
    let taken = nodes.iter().filter(|node| node.taken).count();
    ui.weak(format!("{taken} of {} taken", nodes.len()));
    ui.push_id("considered", |ui| {
        // All of it in sight beside the default width of the panel.
        ui.spacing_mut().item_spacing.x = 3.0;
        wide::show(ui, |ui| {
            let mut table = TableBuilder::new(ui)
                .id_salt("nodes considered")
                .striped(true)
                .auto_shrink([true, true])
                .max_scroll_height(ROWS * ROW_HEIGHT);
            for (_, width, _) in HEADINGS {
                table = table.column(Column::exact(width));
            }
            table
                .header(ROW_HEIGHT, |mut row| {
                    for (index, (name, _, sentence)) in HEADINGS.into_iter().enumerate() {
                        let name = if index == 0 { number } else { name };
                        row.col(|ui| {
                            ui.weak(name).on_hover_text(sentence);
                        });
                    }
                })
                .body(|body| {
                    body.rows(ROW_HEIGHT, nodes.len(), |mut row| {
                        let node = nodes[row.index()];
                        let (stage, sentence) = stage_texts(node.stage);
                        for (index, cell) in cells(&node, stage).into_iter().enumerate() {
                            row.col(|ui| {
                                let label = ui.label(cell);
                                if index == 2 {
                                    label.on_hover_text(sentence);
                                }
                            });
                        }
                    });
                });
        });
    });
}

fn cells(node: &Candidate, stage: &str) -> [String; HEADINGS.len()] {
    let fits_at = match node.stage {
        Stage::Fits => "now".to_owned(),
        Stage::WillFit => format::number(node.fits_at.seconds()),
        Stage::Any | Stage::Rest => "–".to_owned(),
    };
    [
        node.node.to_string(),
        if node.taken { "✔" } else { "" }.to_owned(),
        stage.to_owned(),
        format::count(u64::from(node.jobs)),
        format::number(node.free as f64 / 1024.0),
        fits_at,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use cosched_core::Time;

    #[test]
    fn cells_show_mebibytes_and_when_the_job_fits() {
        let node = Candidate {
            node: 7,
            jobs: 2,
            free: -51_200,
            fits_at: Time::from_seconds(12_345),
            stage: Stage::WillFit,
            taken: true,
            ..Candidate::EMPTY
        };
        // 51 200 KiB are 50 MiB.
        let expected = ["7", "✔", "will fit", "2", "-50", "12 345"];
        assert_eq!(cells(&node, stage_texts(node.stage).0), expected);
        let first = Candidate {
            stage: Stage::Fits,
            taken: false,
            ..node
        };
        let expected = ["7", "", "fits", "2", "-50", "now"];
        assert_eq!(cells(&first, stage_texts(first.stage).0), expected);
    }
}
