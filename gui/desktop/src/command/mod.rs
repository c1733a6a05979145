//! All commands of the window: menus, palette, keys and cheat sheet derive from them.

mod action;
mod keywords;
pub(super) mod menu;
pub(super) mod palette;
pub(super) mod perform;
mod submenu;

use std::sync::LazyLock;

use egui::{Key, KeyboardShortcut, Modifiers, ThemePreference};

use super::shared::pane::Pane;
use super::theme;
pub(super) use action::Action;
use charts::gantt::WHY_IDLE;
use laboratory::load::{examples, formats};

/// A command of the window.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Command {
    /// Show the dialog for opening a file.
    Open,
    /// Open a built-in example, by its position.
    Example(usize),
    /// Run another file beside, to compare.
    CompareWith,
    /// Write the scenario to its file.
    Save,
    /// Write the scenario to a file to be named.
    SaveAs,
    /// Show the export dialog.
    Export,
    /// Show the export dialog for a page about the runs.
    Report,
    /// Go to the document of the next tab.
    NextDocument,
    /// Go to the document of the previous tab.
    PreviousDocument,
    /// Close the document in front.
    CloseDocument,
    /// Write the figure of the pane in front.
    TakeFigure,
    /// Write the table of the pane in front.
    TakeTable,
    /// Put the answer on the clipboard.
    TakeSentence,
    /// Put the sentences of the pane in front on the clipboard.
    TakePaneSentences,
    /// Put the command line that repeats the numbers on the clipboard.
    TakeCommandLine,
    /// Write all four and the scenario into one folder.
    TakeAll,
    /// Close the window.
    Quit,
    /// Undo the last change of the scenario.
    Undo,
    /// Redo the change undone last.
    Redo,
    /// Show the command palette.
    Palette,
    /// Simulate the chosen policies.
    Run,
    /// Simulate every policy.
    RunAll,
    /// Stop the computation.
    Cancel,
    /// Show the pane where parameters are varied.
    Sweep,
    /// Switch whether every change starts a run.
    RerunOnChange,
    /// Keep the current run aside under a new name.
    Duplicate,
    /// Show the dialog for a run that goes on differently from the moment of the replay on.
    Branch,
    /// Forget the current run.
    Delete,
    /// Forget the runs of other scenarios.
    ForgetOthers,
    /// Compare the others with the current run.
    Baseline,
    /// Show the whole schedule.
    Fit,
    /// Mark jobs that start earlier or later than in the baseline.
    Difference,
    /// Switch whether dragging on a chart selects a span of time.
    DragSelects,
    /// Go back to the previous selection of jobs.
    ScopeBack,
    /// Go forward to the next selection of jobs.
    ScopeForward,
    /// Select jobs by a filter.
    SelectJobs,
    /// Select all jobs.
    ScopeAll,
    /// Select the seven days with the most work.
    BusiestWeek,
    /// Mark a span or an instant with a note.
    Note,
    /// Explain why nothing runs on idle nodes.
    WhyIdle,
    /// Search the job table.
    FindJob,
    /// Go to the job of that number in the schedule.
    GoTo(u64),
    /// Start or stop the replay.
    Play,
    /// Move the replay to the event before.
    StepBack,
    /// Move the replay to the next event.
    StepForward,
    /// Leave the replay.
    LeaveReplay,
    /// Change between light, dark and the system's theme.
    Theme,
    /// Choose a theme.
    ChooseTheme(ThemePreference),
    /// Show or hide the experiment panel.
    Experiment,
    /// Show or hide the inspector.
    Inspector,
    /// Bring a pane to the front.
    Show(Pane),
    /// Put every pane back in its first place.
    ResetLayout,
    /// Show every key.
    CheatSheet,
    /// Explain the control that has the focus, or look it up by its name.
    WhatIsThis,
    /// Begin or leave the tour.
    Tour,
    /// Show the page with recent files and examples.
    StartPage,
}

/// The menu that lists a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Menu {
    /// Files.
    File,
    /// Changes of the scenario.
    Edit,
    /// Simulating and its results.
    Run,
    /// Contents of the window.
    View,
    /// Explanations.
    Help,
}

impl Menu {
    /// Every menu, from left to right.
    pub const ALL: [Self; 5] = [Self::File, Self::Edit, Self::Run, Self::View, Self::Help];

    /// Returns its heading.
    pub const fn title(self) -> &'static str {
        match self {
            Self::File => "File",
            Self::Edit => "Edit",
            Self::Run => "Run",
            Self::View => "View",
            Self::Help => "Help",
        }
    }
}

impl Command {
    /// Commands that export what is in front.
    pub(super) const EXPORTS: [Self; 6] = [
        Self::TakeFigure,
        Self::TakeTable,
        Self::TakeSentence,
        Self::TakePaneSentences,
        Self::TakeCommandLine,
        Self::TakeAll,
    ];

    /// Returns every command, menu by menu.
    pub fn all() -> Vec<Self> {
        let mut all = vec![Self::Open, Self::CompareWith];
        all.extend((0..examples::ALL.len()).map(Self::Example));
        all.extend([Self::Save, Self::SaveAs, Self::Export]);
        all.push(Self::Report);
        all.extend(Self::EXPORTS);
        all.extend([Self::NextDocument, Self::PreviousDocument]);
        all.extend([Self::CloseDocument, Self::Quit]);
        all.extend([Self::Undo, Self::Redo, Self::Palette]);
        all.extend([Self::Run, Self::RunAll, Self::Sweep]);
        all.extend([Self::Cancel, Self::RerunOnChange]);
        all.extend([
            Self::Branch,
            Self::Duplicate,
            Self::Delete,
            Self::ForgetOthers,
            Self::Baseline,
        ]);
        all.extend(Pane::ALL.map(Self::Show));
        all.extend([Self::Fit, Self::Difference, Self::FindJob]);
        all.extend([Self::DragSelects, Self::ScopeBack]);
        all.extend([Self::ScopeForward, Self::SelectJobs]);
        all.extend([Self::ScopeAll, Self::BusiestWeek]);
        all.extend([
            Self::Play,
            Self::StepBack,
            Self::StepForward,
            Self::LeaveReplay,
        ]);
        all.extend([Self::WhyIdle, Self::Note]);
        all.push(Self::Theme);
        all.extend(theme::ALL.map(Self::ChooseTheme));
        all.extend([Self::Experiment, Self::Inspector]);
        all.extend([Self::ResetLayout, Self::CheatSheet]);
        all.extend([Self::WhatIsThis, Self::Tour, Self::StartPage]);
        all
    }

    /// Returns the menu that lists it.
    pub const fn menu(self) -> Menu {
        match self {
            Self::Open | Self::CompareWith | Self::Example(_) => Menu::File,
            Self::Save | Self::SaveAs | Self::Export => Menu::File,
            Self::Report | Self::Quit => Menu::File,
            Self::CloseDocument => Menu::File,
            Self::NextDocument | Self::PreviousDocument => Menu::View,
            Self::TakeFigure | Self::TakeTable | Self::TakeSentence => Menu::File,
            Self::TakePaneSentences | Self::TakeCommandLine | Self::TakeAll => Menu::File,
            Self::Undo | Self::Redo | Self::Palette => Menu::Edit,
            Self::Run | Self::RunAll | Self::Sweep => Menu::Run,
            Self::Cancel | Self::RerunOnChange => Menu::Run,
            Self::Duplicate | Self::Delete | Self::Baseline | Self::ForgetOthers => Menu::Run,
            Self::Branch => Menu::Run,
            Self::CheatSheet | Self::WhatIsThis | Self::Tour | Self::StartPage => Menu::Help,
            _ => Menu::View,
        }
    }

    /// Returns its name in menus and in the palette.
    pub fn text(self) -> String {
        let text = match self {
            Self::Open => "Open…",
            Self::CompareWith => "Compare with…",
            Self::Example(position) => {
                let title = examples::ALL
                    .get(position)
                    .map_or("", |example| example.title);
                return format!("Example: {title}");
            }
            Self::Save => "Save",
            Self::SaveAs => "Save as…",
            Self::Export => "Export…",
            Self::Report => "Report…",
            Self::NextDocument => "Next document",
            Self::PreviousDocument => "Previous document",
            Self::CloseDocument => "Close document",
            Self::TakeFigure => "Take away the figure…",
            Self::TakeTable => "Take away the table…",
            Self::TakeSentence => "Copy the answer",
            Self::TakePaneSentences => "Copy what the pane in front says",
            Self::TakeCommandLine => "Copy the command line",
            Self::TakeAll => "Take away all in one folder…",
            Self::Quit => "Quit",
            Self::Undo => "Undo",
            Self::Redo => "Redo",
            Self::Palette => "Commands…",
            Self::Run => "Run chosen policies",
            Self::RunAll => "Run all policies",
            Self::Sweep => "Sweep…",
            Self::Cancel => "Cancel",
            Self::RerunOnChange => "Re-run on change",
            Self::Branch => "Branch here…",
            Self::Duplicate => "Duplicate run",
            Self::Delete => "Delete run",
            Self::ForgetOthers => "Forget runs of other scenarios",
            Self::Baseline => "Make run the baseline",
            Self::Show(pane) => return format!("Show {}", pane.name()),
            Self::Fit => "Fit the schedule",
            Self::Difference => "Difference to the baseline",
            Self::DragSelects => "Drag to select time",
            Self::ScopeBack => "Selection before",
            Self::ScopeForward => "Selection after",
            Self::SelectJobs => "Select jobs by filter…",
            Self::ScopeAll => "Select all jobs",
            Self::BusiestWeek => "Select the busiest week",
            Self::Note => "Mark with a note…",
            Self::WhyIdle => WHY_IDLE,
            Self::FindJob => "Find job",
            Self::GoTo(number) => return format!("Go to job {number}"),
            Self::Play => "Play or pause the replay",
            Self::StepBack => "Replay: event before",
            Self::StepForward => "Replay: next event",
            Self::LeaveReplay => "Replay: leave",
            Self::Theme => "Next theme",
            Self::ChooseTheme(theme) => return format!("Theme: {}", theme::name(theme)),
            Self::Experiment => "Experiment panel",
            Self::Inspector => "Inspector panel",
            Self::ResetLayout => "Reset the layout",
            Self::CheatSheet => "Keys",
            Self::WhatIsThis => "What is this",
            Self::Tour => "Take the tour",
            Self::StartPage => "Start page",
        };
        text.to_owned()
    }

    /// Returns what it does, in one sentence.
    pub fn tooltip(self) -> &'static str {
        match self {
            Self::Open => {
                static OPEN: LazyLock<String> =
                    LazyLock::new(|| format!("Open {}", formats::singular_list()));
                &OPEN
            }
            Self::CompareWith => {
                "Run another scenario or log beside this one; its runs are compared by their metrics"
            }
            Self::Example(_) => "Open this built-in example and simulate it",
            Self::Save => "Write the scenario to its file",
            Self::SaveAs => "Write the scenario to a file you name",
            Self::Export => "Write plots, tables, a run or the scenario to files",
            Self::Report => "Write a page about the runs, with tables and figures",
            Self::NextDocument => "Go to the document of the next tab; nothing is run again",
            Self::PreviousDocument => "Go to the document of the tab before; nothing is run again",
            Self::CloseDocument => "Close this document with all its runs",
            Self::TakeFigure => {
                "Write what the pane in front draws, for print or as here: PDF, SVG or PNG"
            }
            Self::TakeTable => "Write the table behind the pane in front: CSV or LaTeX",
            Self::TakeSentence => "Put what the answer says on the clipboard",
            Self::TakePaneSentences => {
                "Put what a sweep or a what-if in front comes to, in sentences, on the clipboard"
            }
            Self::TakeCommandLine => {
                "Put the command line that gives these numbers again on the clipboard"
            }
            Self::TakeAll => {
                "Write figure, table, sentence, command line and the scenario into one folder"
            }
            Self::Quit => "Close the window",
            Self::Undo => "Take back the last change of the scenario",
            Self::Redo => "Repeat the change that was taken back",
            Self::Palette => "Search every command by its name",
            Self::Run => "Simulate the scenario under the chosen policies",
            Self::RunAll => {
                "Simulate the scenario under FCFS, EASY and conservative backfilling, and whatever else is chosen"
            }
            Self::Sweep => "Vary a parameter, with several seeds, and see how metrics change",
            Self::Cancel => "Stop what is being computed; older results stay",
            Self::RerunOnChange => "Simulate again a moment after each change",
            Self::Branch => {
                "Let the current run go on differently from the moment of the replay on: another policy, another machine, other jobs"
            }
            Self::Duplicate => "Keep the current run aside while you change the scenario",
            Self::Delete => "Forget the current run",
            Self::ForgetOthers => "Leave in the list only what the present scenario gives",
            Self::Baseline => "Show every other run's difference to the current run",
            Self::Show(_) => "Bring this pane to the front",
            Self::Fit => "Show the whole machine from the first submission to the last completion",
            Self::Difference => {
                "Colour jobs by whether they start earlier or later than in the baseline"
            }
            Self::DragSelects => {
                "Whether dragging on a chart selects a span of time; with Shift it always does"
            }
            Self::ScopeBack => "Look again at the jobs that were selected before",
            Self::ScopeForward => "Take back a step back in the selection",
            Self::SelectJobs => {
                "Select jobs by a line, as in user == 3 && nodes >= 64; the selection holds in every pane"
            }
            Self::ScopeAll => "Let statistics and comparison be about all jobs again",
            Self::BusiestWeek => {
                "Select the seven days, from midnight, in which the machine of the current run was busy most"
            }
            Self::Note => {
                "Mark the selected span of time, or the instant of the replay, on all charts; lists all notes"
            }
            Self::WhyIdle => {
                "Say why no waiting job runs on what is idle under the pointer, or at the instant of the replay"
            }
            Self::FindJob => {
                "Search the job table by number or user; Enter goes to the job in the schedule"
            }
            Self::GoTo(_) => "Choose this job and bring it into sight in the schedule",
            Self::Play => "Move through the schedule in time",
            Self::StepBack => "Move to the last moment before at which something happened",
            Self::StepForward => "Move to the next moment at which something happens",
            Self::LeaveReplay => "Show all that happens again",
            Self::Theme => "Light, dark, or as the system says",
            Self::ChooseTheme(ThemePreference::System) => "Light or dark as the system says",
            Self::ChooseTheme(ThemePreference::Light) => "Dark letters on a light ground",
            Self::ChooseTheme(ThemePreference::Dark) => "Light letters on a dark ground",
            Self::Experiment => "Show or hide the panel on the left",
            Self::Inspector => "Show or hide the panel on the right",
            Self::ResetLayout => "Put every pane back in its first place",
            Self::CheatSheet => "List every key and what the mouse does",
            Self::WhatIsThis => {
                "Say what a parameter or a metric means, its unit, its range and where it comes from"
            }
            Self::Tour => "Six steps from a log to a report; Escape leaves it at any time",
            Self::StartPage => "Show recent files and examples; nothing is closed by that",
        }
    }

    /// Returns its keys; the first is the one shown.
    pub const fn shortcuts(self) -> &'static [KeyboardShortcut] {
        const fn plain(key: Key) -> KeyboardShortcut {
            KeyboardShortcut::new(Modifiers::NONE, key)
        }
        const fn control(key: Key) -> KeyboardShortcut {
            KeyboardShortcut::new(Modifiers::COMMAND, key)
        }
        const fn shifted(key: Key) -> KeyboardShortcut {
            KeyboardShortcut::new(Modifiers::COMMAND.plus(Modifiers::SHIFT), key)
        }
        const fn with_alt(key: Key) -> KeyboardShortcut {
            KeyboardShortcut::new(Modifiers::ALT, key)
        }
        match self {
            Self::Open => &const { [control(Key::O)] },
            Self::Save => &const { [control(Key::S)] },
            Self::SaveAs => &const { [shifted(Key::S)] },
            Self::NextDocument => &const { [KeyboardShortcut::new(Modifiers::CTRL, Key::Tab)] },
            Self::PreviousDocument => {
                &const {
                    [KeyboardShortcut::new(
                        Modifiers::CTRL.plus(Modifiers::SHIFT),
                        Key::Tab,
                    )]
                }
            }
            Self::CloseDocument => &const { [control(Key::W)] },
            Self::TakeFigure => &const { [control(Key::E)] },
            Self::TakeSentence => &const { [shifted(Key::C)] },
            Self::Quit => &const { [control(Key::Q)] },
            Self::Undo => &const { [control(Key::Z)] },
            Self::Redo => &const { [control(Key::Y), shifted(Key::Z)] },
            Self::Palette => &const { [control(Key::P)] },
            Self::Run => &const { [plain(Key::F5), control(Key::R)] },
            Self::RunAll => &const { [shifted(Key::R)] },
            Self::Cancel => &const { [plain(Key::Escape)] },
            Self::Duplicate => &const { [control(Key::D)] },
            Self::Baseline => &const { [plain(Key::B)] },
            Self::Fit => &const { [plain(Key::F)] },
            Self::Difference => &const { [plain(Key::D)] },
            Self::FindJob => &const { [plain(Key::Slash)] },
            Self::ScopeBack => &const { [with_alt(Key::ArrowLeft)] },
            Self::ScopeForward => &const { [with_alt(Key::ArrowRight)] },
            Self::ScopeAll => &const { [shifted(Key::A)] },
            Self::DragSelects => &const { [plain(Key::V)] },
            Self::Play => &const { [plain(Key::Space)] },
            Self::StepBack => &const { [plain(Key::ArrowLeft)] },
            Self::StepForward => &const { [plain(Key::ArrowRight)] },
            Self::Theme => &const { [plain(Key::T)] },
            Self::Note => &const { [plain(Key::N)] },
            Self::Experiment => &const { [control(Key::B)] },
            Self::Inspector => &const { [control(Key::I)] },
            Self::CheatSheet => &const { [plain(Key::F1), plain(Key::Questionmark)] },
            Self::WhatIsThis => &const { [KeyboardShortcut::new(Modifiers::SHIFT, Key::F1)] },
            Self::StartPage => &const { [with_alt(Key::Home)] },
            Self::Show(pane) => pane.shortcut(),
            _ => &[],
        }
    }

    /// Returns its text with the first of its keys, for tooltips.
    pub fn tooltip_with_key(self, ctx: &egui::Context) -> String {
        match self.shortcuts().first() {
            Some(shortcut) => format!("{} ({})", self.tooltip(), keys(ctx, shortcut)),
            None => self.tooltip().to_owned(),
        }
    }
}

/// Returns a key with its modifiers as on the keyboard.
pub(super) fn keys(ctx: &egui::Context, shortcut: &KeyboardShortcut) -> String {
    match shortcut.logical_key {
        Key::Slash => "/".to_owned(),
        Key::Questionmark => "?".to_owned(),
        _ => ctx.format_shortcut(shortcut),
    }
}
