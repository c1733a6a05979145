//! Outages of single nodes, by the spans in which a log shows that one took no jobs.

use super::node_gaps::{NodeGap, NodeGaps, node_gaps};
use super::{MOST_NAMED, ProposedOutages, drain, zero};
use crate::base::format::{count, counted, number, span};
use crate::record::Experiment;
use crate::run::fit::evidence::Evidence;
use crate::run::fit::node_names::{NodesOfJobs, ProposedMachine};
use crate::scenario::Cluster;

/// Outages of single nodes.
#[derive(Clone, PartialEq, Debug)]
pub struct ProposedNodeOutages {
    /// Each node by its index on the proposed machine, with when it took no jobs, from and until, in
    /// seconds of the scenario's time.
    pub outages: Vec<(u32, [f64; 2])>,
    evidence: String,
}

/// Gaps in the use of single nodes, and the machine that they are of.
pub(in crate::run::fit) struct SingleGaps {
    found: NodeGaps,
    machine: ProposedMachine,
}

impl SingleGaps {
    /// The gaps that `evidence` shows on the `machine` of its nodes' names; `None` without any.
    pub(in crate::run::fit) fn of(
        evidence: &Evidence<'_>,
        machine: &ProposedMachine,
    ) -> Option<Self> {
        let nodes = NodesOfJobs::new(evidence, machine)?;
        let found = node_gaps(evidence, machine, &nodes);
        (!found.gaps.is_empty()).then(|| Self {
            found,
            machine: machine.clone(),
        })
    }

    /// Sentence for a scenario that does not take them, and `why`.
    pub(in crate::run::fit) fn remark(&self, why: &str) -> String {
        let gaps = &self.found.gaps;
        let total: i64 = gaps.iter().map(|gap| gap.until - gap.from).sum();
        let times = match gaps.len() {
            1 => "once".to_owned(),
            times => format!("{} times", count(times as u64)),
        };
        format!(
            "{times} a single node took no jobs, {} in all, though jobs of several users waited for one like it; {why}",
            span(total as f64 / 1e3)
        )
    }

    /// The longest of these gaps, with the instants of the log as `instant` says them.
    fn in_words(&self, mut longest: Vec<NodeGap>, instant: &dyn Fn(i64) -> String) -> String {
        longest.sort_by_key(|gap| (gap.from - gap.until, gap.from));
        let left = longest.len().saturating_sub(MOST_NAMED);
        longest.truncate(MOST_NAMED);
        let each = longest.iter().map(|gap| {
            format!(
                "{} from {} for {}, in which {} of {} waited for another of its kind{}",
                self.machine.name(gap.node),
                instant(gap.from),
                span((gap.until - gap.from) as f64 / 1e3),
                counted(gap.jobs as usize, "job"),
                counted(gap.users as usize, "user"),
                if gap.failed {
                    ", after a job that a failure of a node had killed"
                } else {
                    ""
                }
            )
        });
        let mut each: Vec<String> = each.collect();
        if left > 0 {
            each.push(format!("and {left} shorter ones"));
        }
        let (prompt, comers) = (self.found.prompt, self.found.comers);
        format!(
            "a node was idle while jobs of one node waited, and others of its kind were in use: {}; of the {} that found several idle nodes {} % started within 10 min",
            each.join("; "),
            counted(comers as usize, "job"),
            number((1000.0 * f64::from(prompt) / f64::from(comers.max(1))).round() / 10.0)
        )
    }
}

impl ProposedNodeOutages {
    /// The outages of `experiment`, of whose log these gaps are, but for those within an outage of the
    /// `whole` machine; `None` without any, or if it is not known when its time began.
    pub(in crate::run::fit) fn of(
        gaps: &SingleGaps,
        evidence: &Evidence<'_>,
        experiment: &Experiment,
        whole: Option<&ProposedOutages>,
    ) -> Option<Self> {
        let zero = zero(evidence.accounts, experiment)?;
        let seconds = |at: i64| at.saturating_sub(zero).max(0) as f64 / 1e3;
        let spans = whole.map_or(&[][..], |whole| &whole.spans);
        // The end of one of the machine would end that of the node as well.
        let meets = |[from, until]: [f64; 2]| {
            let mut spans = spans.iter();
            spans.any(|&[begin, end]| from < end && begin < until)
        };
        let within = |gap: &NodeGap| [seconds(gap.from), seconds(gap.until)];
        let mut left = gaps.found.gaps.clone();
        left.retain(|gap| within(gap)[0] < within(gap)[1] && !meets(within(gap)));
        (!left.is_empty()).then(|| Self {
            outages: left.iter().map(|gap| (gap.node, within(gap))).collect(),
            evidence: gaps.in_words(left, &|at| experiment.clock.instant(seconds(at))),
        })
    }

    pub(in crate::run::fit) fn in_words(&self) -> String {
        let mut nodes: Vec<u32> = self.outages.iter().map(|(node, _)| *node).collect();
        nodes.sort_unstable();
        nodes.dedup();
        format!(
            "{} of {}, in which they take no jobs",
            counted(self.outages.len(), "outage"),
            match nodes.len() {
                1 => "a single node".to_owned(),
                nodes => format!("{} single nodes", count(nodes as u64)),
            }
        )
    }

    pub(in crate::run::fit) fn evidence(&self) -> String {
        self.evidence.clone()
    }

    /// Takes them into the machine: the node is drained, so that who runs there stays.
    pub(in crate::run::fit) fn apply(&self, cluster: &mut Cluster) {
        for &(node, span) in &self.outages {
            drain(cluster, span, node, 1);
        }
    }
}
