//! Export of a study: its report, its figures.

use std::path::PathBuf;
use std::sync::Arc;

use super::{Format, written};
use crate::App;
use crate::page::wrote;
use charts::write::study;
use laboratory::base::problem::Problem;
use laboratory::export::write_rows;
use papers as reproduce;
use papers::Report;

impl App {
    fn report_to_export(&mut self) -> Option<Arc<Report>> {
        let report = self.studies.report();
        if report.is_none() {
            let sentence = "no study has been run yet; the pane Studies runs them";
            self.front.notices.fault(&Problem::input(sentence));
        }
        report
    }

    pub(super) fn export_report(&mut self, format: Format, path: PathBuf) {
        let Some(report) = self.report_to_export() else {
            return;
        };
        self.front.write(move || match format {
            Format::Csv => {
                write_rows(&path, reproduce::csv(&report))?;
                Ok(wrote(&path))
            }
            _ => {
                let text = reproduce::lines(&report).join("\n") + "\n";
                written(&path, text.as_bytes())
            }
        });
    }

    /// Draws the page of figures that is shown.
    pub(super) fn export_figures(
        &mut self,
        format: Format,
        size: [u32; 2],
        dark: bool,
        path: PathBuf,
    ) {
        let Some(report) = self.report_to_export() else {
            return;
        };
        let (index, look) = self.studies.page_and_look();
        let Some(page) = report.pages.get(index).cloned() else {
            let sentence = "the study that was run has no figures to draw";
            return self.front.notices.fault(&Problem::input(sentence));
        };
        self.front.write(move || {
            let bytes = match format {
                Format::Svg => study::svg(&page, look, size, dark).into_bytes(),
                _ => study::png(&page, look, size, dark)?,
            };
            written(&path, &bytes)
        });
    }
}
