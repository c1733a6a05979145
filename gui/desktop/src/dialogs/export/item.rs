//! Items that can be exported, and their formats.

use crate::shared::pane::Pane;

/// An item that can be exported.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ExportItem {
    Plot(Pane),
    Gantt,
    Workflow,
    Comparison,
    /// The table behind a pane.
    Table(Pane),
    /// Everything in front, with the answer and the scenario.
    All,
    Run,
    Scenario,
    Page,
    Report,
    Figures,
    Search,
}

impl ExportItem {
    /// Rest of the list below the plots of panes, in its order.
    pub(super) const BELOW_PLOTS: [Self; 17] = [
        Self::Gantt,
        Self::Workflow,
        Self::Comparison,
        Self::Run,
        Self::Scenario,
        Self::Page,
        Self::Report,
        Self::Figures,
        Self::Search,
        Self::Plot(Pane::Sweep),
        Self::Plot(Pane::WhatIf),
        Self::Table(Pane::Compare),
        Self::Table(Pane::Statistics),
        Self::Table(Pane::Jobs),
        Self::Table(Pane::Sweep),
        Self::Table(Pane::WhatIf),
        Self::All,
    ];

    /// Returns its title in the list.
    pub(super) fn title(self) -> String {
        match self {
            Self::Plot(pane) => format!("Plot: {}", pane.name()),
            Self::Gantt => "Schedule of the current run".to_owned(),
            Self::Workflow => "Workflow of the current run".to_owned(),
            Self::Table(pane) => format!("Table: {}", pane.name()),
            Self::All => "Everything in front, in one folder".to_owned(),
            Self::Comparison => "Comparison table".to_owned(),
            Self::Run => "Current run, every job".to_owned(),
            Self::Scenario => "Scenario".to_owned(),
            Self::Page => "Report of the runs".to_owned(),
            Self::Report => "Report of the study".to_owned(),
            Self::Figures => "Figures of the study".to_owned(),
            Self::Search => "Search for windows".to_owned(),
        }
    }

    /// Returns its formats, the usual one first.
    pub(super) const fn formats(self) -> &'static [Format] {
        match self {
            Self::Plot(_) => &[Format::Png, Format::Svg, Format::Pdf, Format::Csv],
            Self::Gantt => &[Format::Png, Format::Svg, Format::Pdf],
            Self::Workflow | Self::Figures => &[Format::Png, Format::Svg],
            Self::Comparison => &[Format::Csv],
            Self::Table(_) => &[Format::Csv, Format::Latex],
            Self::Run | Self::All => &[Format::Folder],
            Self::Scenario => &[Format::Ron],
            Self::Page => &[Format::Html],
            Self::Report => &[Format::Text, Format::Csv],
            Self::Search => &[Format::Ron, Format::Csv],
        }
    }

    /// Returns its formats in an export of everything.
    pub(super) const fn formats_in_folder(self) -> &'static [Format] {
        match self {
            Self::Plot(_) | Self::Gantt => &[Format::Pdf, Format::Svg, Format::Png],
            other => other.formats(),
        }
    }

    /// Whether it can be drawn for print.
    pub(super) const fn prints(self) -> bool {
        matches!(self, Self::Plot(_) | Self::Gantt)
    }

    /// Returns the name of its file without extension.
    pub(super) fn stem(self) -> String {
        match self {
            Self::Plot(pane) => pane.name().to_lowercase().replace(' ', "-"),
            Self::Gantt => "schedule".to_owned(),
            Self::Workflow => "workflow".to_owned(),
            Self::Table(pane) => pane.name().to_lowercase().replace(' ', "-"),
            Self::All => "answer".to_owned(),
            Self::Comparison => "summary".to_owned(),
            Self::Run => "run".to_owned(),
            Self::Scenario => "scenario".to_owned(),
            Self::Page | Self::Report => "report".to_owned(),
            Self::Figures => "figures".to_owned(),
            Self::Search => "windows".to_owned(),
        }
    }
}

/// Style of a figure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FigureStyle {
    /// As in the window, in pixels.
    AsHere,
    /// On white, in millimetres.
    ForPrint,
}

/// Format of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Format {
    Png,
    Svg,
    Pdf,
    Csv,
    Latex,
    Html,
    Text,
    Ron,
    Folder,
}

impl Format {
    /// Returns its title.
    pub(super) const fn title(self) -> &'static str {
        match self {
            Self::Png => "PNG",
            Self::Svg => "SVG",
            Self::Pdf => "PDF",
            Self::Csv => "CSV",
            Self::Latex => "LaTeX",
            Self::Html => "HTML",
            Self::Text => "text",
            Self::Ron => "RON",
            Self::Folder => "folder",
        }
    }

    /// Returns its file extension.
    pub(super) const fn ending(self) -> &'static str {
        match self {
            Self::Png => ".png",
            Self::Svg => ".svg",
            Self::Pdf => ".pdf",
            Self::Csv => ".csv",
            Self::Latex => ".tex",
            Self::Html => ".html",
            Self::Text => ".txt",
            Self::Ron => ".ron",
            Self::Folder => "",
        }
    }
}
