//! Coverage of random input, as a table.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use cosched::desktop::{Command, Pane};

use crate::step::Kind;

/// Coverage so far.
#[derive(Default)]
pub(crate) struct Coverage {
    pub(crate) seeds: u64,
    /// Number of steps of each kind.
    pub(crate) steps: BTreeMap<Kind, u64>,
    /// Texts of the commands that were given.
    pub(crate) commands: BTreeSet<String>,
    /// Panes whose tab was in front, with the number of steps.
    pub(crate) panes: BTreeMap<Pane, u64>,
    /// Dialogs, with the number of steps.
    pub(crate) dialogs: BTreeMap<String, u64>,
    /// Names of widgets that were pressed, with the number of times.
    pub(crate) pressed: BTreeMap<String, u64>,
    /// Names of fields that were typed into.
    pub(crate) typed: BTreeSet<String>,
    /// Kinds of damage of dropped files.
    pub(crate) files: BTreeMap<&'static str, u64>,
    /// Beginnings of notices.
    pub(crate) notices: BTreeSet<String>,
    /// The longest step.
    pub(crate) longest: (Duration, String),
    /// Number of steps stopped, as they took longer than a user would wait.
    pub(crate) stopped: u64,
}

impl Coverage {
    /// Prints it.
    pub(crate) fn print(&self, time: Duration) {
        let all = Command::all();
        let missing: Vec<String> = all
            .iter()
            .map(|command| command.text())
            .filter(|text| !self.commands.contains(text))
            .collect();
        let steps: u64 = self.steps.values().sum();
        println!(
            "{steps} steps of {} seeds in {:.1} min; the longest took {:.2} s: {}; {} were stopped",
            self.seeds,
            time.as_secs_f64() / 60.0,
            self.longest.0.as_secs_f64(),
            self.longest.1,
            self.stopped
        );
        println!("steps     {}", listed(&self.steps));
        println!("commands  {} of {}", all.len() - missing.len(), all.len());
        if !missing.is_empty() {
            println!("          not {}", missing.join(", "));
        }
        println!("panes     {} of {}", self.panes.len(), Pane::ALL.len());
        println!("          {}", listed(&self.panes));
        println!("dialogs   {}", listed(&self.dialogs));
        println!("files     {}", listed(&self.files));
        println!(
            "pressed   {} widgets of different names",
            self.pressed.len()
        );
        println!(
            "typed     into {} fields of different names",
            self.typed.len()
        );
        println!("notices   {} different ones", self.notices.len());
    }
}

fn listed<K: std::fmt::Debug>(counts: &BTreeMap<K, u64>) -> String {
    let each: Vec<String> = counts
        .iter()
        .map(|(what, count)| format!("{what:?} {count}"))
        .collect();
    each.join(", ").replace('"', "")
}
