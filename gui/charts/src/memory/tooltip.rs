//! Tooltip of a node's memory.

use cosched_core::{Memory, Time};
use egui::{Grid, Ui};

use crate::gantt::tooltip::number;
use crate::look::strong;
use laboratory::family::slicing::record::MemoryRecord;
use laboratory::record::Run;

/// Shows the residents of `node` at `at`.
pub(super) fn show(ui: &mut Ui, run: &Run, record: &MemoryRecord, (node, at): (u32, Time)) {
    let unit = run.experiment.size_unit.one();
    ui.label(strong(format!("On {unit} {node} at {}", run.instant(at))));
    Grid::new("residents")
        .num_columns(2)
        .spacing([12.0, 2.0])
        .show(ui, |ui| {
            for (name, value) in facts(run, record, node, at) {
                ui.weak(name);
                ui.label(value);
                ui.end_row();
            }
        });
}

fn facts(run: &Run, record: &MemoryRecord, node: u32, at: Time) -> Vec<(String, String)> {
    let total = record.total_at(node, at);
    let of = |part: Memory, whole: Memory| format!("{} of {} MiB", format(part), format(whole));
    let mut facts = vec![("resident".into(), of(total, record.capacity()))];
    match record.state_at(node, at) {
        Some(state) => {
            let jobs = state.residents().map(|(job, there)| {
                let spec = run.experiment.jobs.get(job);
                let demand = spec.map_or(there, |spec| spec.memory);
                (format!("job {}", number(run, job)), of(there, demand))
            });
            facts.extend(jobs);
        }
        None => facts.push(("jobs".into(), "not kept of so long a run".into())),
    }
    facts
}

/// Returns MiB with a decimal where that matters.
pub(super) fn format(memory: Memory) -> String {
    let tenths = (memory.mebibytes() * 10.0).round() / 10.0;
    tenths.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn facts_of_a_node() {
        let run = sample::displacing();
        let record = run.memory().unwrap();
        let facts = facts(&run, record, 0, Time::from_seconds(45));
        let expected = [
            ("resident", "10 of 10 MiB"),
            ("job 1", "4 of 7 MiB"),
            ("job 2", "6 of 6 MiB"),
        ];
        let mut facts: Vec<_> = facts
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .collect();
        facts[1..].sort_unstable();
        assert_eq!(facts, expected);
    }

    #[test]
    fn amounts_are_short() {
        assert_eq!(format(Memory::from_mebibytes(400)), "400");
        assert_eq!(format(Memory(1024 + 256 + 128)), "1.4");
        assert_eq!(format(Memory::ZERO), "0");
    }
}
