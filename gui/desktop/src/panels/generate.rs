//! The command line that writes the jobs of a model to a log.

use cosched_core::workload::jann::Sizes;
use egui::Ui;

use crate::widgets::command_line::{self, DialogCommand, line};
use crate::widgets::section;
use laboratory::scenario::{Estimates, LublinSet, Scenario, Workload};

/// Reason for the lack of a command line.
const NOT_IN_LOGS: &str = "cosched generate writes no estimates, no memory and no users who react";

/// Shows it, folded at first, where `scenario` has a model.
pub(super) fn show(ui: &mut Ui, scenario: &Scenario) {
    if let Some(same) = command_line(scenario) {
        section::lesser(ui, "As a log", "", |ui| command_line::show(ui, &same));
    }
}

/// Returns the command line, if there is a model.
fn command_line(scenario: &Scenario) -> Option<DialogCommand> {
    let (model, jobs, load, estimates, is_plain) = match &scenario.workload {
        Workload::Lublin(model) => {
            let is_plain = model.memory.is_none() && model.users.is_none();
            ("lublin", model.jobs, model.load, model.estimates, is_plain)
        }
        Workload::Jann(model) => {
            let is_plain = model.memory.is_none();
            ("jann", model.jobs, model.load, model.estimates, is_plain)
        }
        _ => return None,
    };
    if !is_plain || estimates != Estimates::Exact {
        return Some(DialogCommand::None(NOT_IN_LOGS));
    }
    let nodes = scenario.machine.nodes()?.nodes?;
    let mut words = ["cosched", "generate", model].map(str::to_owned).to_vec();
    let mut add = |option: &str, value: String| words.extend([option.to_owned(), value]);
    add("--jobs", jobs.to_string());
    add("--nodes", nodes.to_string());
    add("--seed", scenario.seed.to_string());
    if let Some(load) = load {
        add("--load", load.to_string());
    }
    match &scenario.workload {
        Workload::Lublin(model) => {
            if model.set == LublinSet::Typed {
                words.push("--typed".to_owned());
            }
            if model.bit_exact {
                words.push("--bit-exact".to_owned());
            }
        }
        Workload::Jann(model) => {
            let sizes = match model.sizes {
                Sizes::Uniform => "uniform",
                Sizes::UpperBound => "upper-bound",
                Sizes::Empirical => "empirical",
            };
            words.extend(["--sizes", sizes].map(str::to_owned));
        }
        _ => {}
    }
    let line = line(words.iter().map(String::as_str));
    Some(DialogCommand::Does(format!("{line} > jobs.swf")))
}
