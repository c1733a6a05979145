//! Dependence of a scenario on its seed.

use super::slicing::MemorySource;
use super::{Machine, Scenario, Workload};

impl Scenario {
    /// Whether another seed gives another run: jobs that are written out or recorded give the same
    /// run with any seed.
    pub fn depends_on_seed(&self) -> bool {
        let is_drawn = match &self.workload {
            Workload::Lublin(_) | Workload::Jann(_) => true,
            Workload::Workflow(workflow) => workflow.shape.is_some(),
            // Memory that is not in the log is drawn.
            Workload::Swf(log) => log.memory.is_some_and(|memory| memory != MemorySource::Log),
            Workload::Jobs(_) | Workload::Table(_) => false,
        };
        let nodes_fail = match &self.machine {
            Machine::Servers(_) => true,
            Machine::Cluster(cluster) => {
                let outages = cluster.outages.as_ref();
                outages.is_some_and(|outages| outages.failures.is_some())
            }
        };
        is_drawn || nodes_fail || self.moldable.is_some()
    }
}

#[cfg(test)]
mod tests {
    use crate::scenario::parse;

    #[test]
    fn what_is_written_or_recorded_is_the_same_with_every_seed() {
        for (scenario, expected) in [
            ("workload: Swf(path: \"x.swf\")", false),
            ("workload: Jobs([(submit: 0, runtime: 1, nodes: 1)])", false),
            ("workload: Lublin(jobs: 5)", true),
            ("workload: Swf(path: \"x.swf\", memory: Uniform)", true),
        ] {
            let text = format!("(machine: Cluster(nodes: 4, memory: 10), {scenario})");
            let scenario = parse(&text, None).unwrap();
            assert_eq!(scenario.depends_on_seed(), expected, "{text}");
        }
        let text = "(machine: Cluster(nodes: 4, outages: (failures: (time_to_failure: Exponential(mean: 100), time_to_repair: Exponential(mean: 5)))),
            workload: Jobs([(submit: 0, runtime: 1, nodes: 1)]))";
        assert!(parse(text, None).unwrap().depends_on_seed());
    }
}
