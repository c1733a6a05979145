//! Keywords of commands: synonyms by which the palette finds them.

use super::Command;
use crate::shared::pane::Pane;

impl Command {
    /// Returns phrases by whose words the palette finds it as well as by its name.
    pub(super) const fn keywords(self) -> &'static [&'static str] {
        match self {
            Self::Open => &["log, trace, SWF", "accounting of sacct", "load a file"],
            Self::CompareWith => &["two logs side by side"],
            Self::Export => &["save CSV, PDF, SVG, PNG"],
            Self::Report => &["print as HTML or PDF"],
            Self::TakeFigure => &["picture: PDF, SVG, PNG", "save the plot"],
            Self::TakeTable => &["CSV, LaTeX", "save numbers"],
            Self::TakeAll => &["save PDF, CSV, text"],
            Self::Quit => &["exit"],
            Self::Sweep => &["vary a parameter", "seeds"],
            Self::Fit => &["zoom out to everything"],
            Self::DragSelects => &["select a span of time"],
            Self::ScopeAll => &["clear the filter"],
            Self::BusiestWeek => &["filter by time"],
            Self::FindJob => &["search"],
            Self::Play => &["animation"],
            Self::Theme => &["dark or light mode, colours"],
            Self::CheatSheet => &["keyboard shortcuts, mouse, zoom"],
            Self::WhatIsThis => &["help, documentation"],
            Self::Show(pane) => of_pane(pane),
            _ => &[],
        }
    }
}

const fn of_pane(pane: Pane) -> &'static [&'static str] {
    match pane {
        Pane::Schedule => &["Gantt chart", "timeline"],
        Pane::Utilisation => &["utilisation over time", "utilization over time"],
        Pane::Queue => &["who waits over time"],
        Pane::Wait => &["waiting times", "histogram"],
        Pane::Compare => &[
            "table of metrics: wait, response, utilisation",
            "utilization of each run",
        ],
        Pane::Differences => &["compare job by job"],
        Pane::Statistics => &["by user, group, queue", "filter jobs: user == 3"],
        Pane::Jobs => &["list of jobs", "filter jobs"],
        Pane::Health => &["how well the simulation fits the log", "quality of the log"],
        Pane::WhatIf => &["change a setting: nodes, limits, policy"],
        Pane::Predictions => &["forecast: when a job will start"],
        Pane::Fairshare => &["users, accounts, priority"],
        Pane::Scenario => &["edit the file", "RON"],
        Pane::Power => &["energy, cost, carbon"],
        _ => &[],
    }
}

/// Returns the first phrase of `command` in which each word of `query` begins a word.
pub(super) fn phrase(command: Command, query: &str) -> Option<&'static str> {
    let words: Vec<String> = query.split_whitespace().map(str::to_lowercase).collect();
    let has = |phrase: &str, word: &String| {
        let phrase = phrase.to_lowercase();
        let mut own = phrase.split(|letter: char| !letter.is_alphanumeric());
        own.any(|own| own.starts_with(word.as_str()))
    };
    let mut phrases = command.keywords().iter().copied();
    phrases.find(|phrase| !words.is_empty() && words.iter().all(|word| has(phrase, word)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Users' queries that once found nothing, and "fit", which found the schedule alone.
    #[test]
    fn synonyms_find_commands() {
        let finds = |query: &str, command: Command| phrase(command, query).is_some();
        for (query, pane) in [
            ("fit", Pane::Health),
            ("log", Pane::Health),
            ("gantt", Pane::Schedule),
            ("utilization", Pane::Utilisation),
            ("utilisation", Pane::Compare),
            ("filter", Pane::Statistics),
            ("user", Pane::Statistics),
            ("wait", Pane::Compare),
        ] {
            assert!(finds(query, Command::Show(pane)), "{query}");
        }
        for (query, command) in [
            ("csv", Command::TakeTable),
            ("pdf", Command::TakeFigure),
            ("zoom", Command::Fit),
            ("dark mode", Command::Theme),
            ("log", Command::Open),
        ] {
            assert!(finds(query, command), "{query}");
        }
        assert!(!finds("", Command::Fit) && !finds("it", Command::Show(Pane::Health)));
    }
}
