//! Changes of a branch in words.

use cosched_core::policy::Order;

use super::{Branching, Step};
use crate::base::format::{count, span};
use crate::record::unit::Unit;
use crate::scenario::branch::{Change, Moved, Nodes, Place, Submitted};
use crate::scenario::{NamedOrder, PolicyName};

impl Branching {
    /// Returns the policies and when each takes over, then the other changes:
    /// `EASY until 1 h, then Conservative; 4 nodes drained`.
    pub fn sentence(&self, unit: Unit) -> String {
        let mut text = self.first_settings.policy.title().to_owned();
        let (mut policy, mut said) = (self.first_settings.policy, None);
        for step in &self.steps {
            let at = span(step.at.seconds());
            if step.settings.policy != policy {
                let comma = if said.is_some() { "," } else { "" };
                text += &format!("{comma} until {at}, then {}", step.settings.policy.title());
                (policy, said) = (step.settings.policy, Some(step.at));
            }
            let others = other_changes(step, unit);
            if !others.is_empty() {
                text += "; ";
                if said != Some(step.at) {
                    text += &format!("at {at} ");
                    said = Some(step.at);
                }
                text += &others.join(", ");
            }
        }
        text
    }
}

/// Changes in words, in the order of time: `then Conservative, 4 nodes drained`.
pub fn in_words(changes: &[Change], unit: Unit) -> String {
    let words = changes.iter().map(|change| match change {
        Change::Policy(policy) => Some(format!("then {}", policy.title())),
        other => change_in_words(other, unit),
    });
    words.flatten().collect::<Vec<_>>().join(", ")
}

/// Changes other than of the policy.
fn other_changes(step: &Step, unit: Unit) -> Vec<String> {
    let changes = step.changes.iter();
    changes
        .filter_map(|change| change_in_words(change, unit))
        .collect()
}

/// A change in the past tense; `None` for one of the policy.
fn change_in_words(change: &Change, unit: Unit) -> Option<String> {
    Some(match change {
        Change::Policy(_) => return None,
        Change::Order(order) => format!("queue by {}", title(order)),
        Change::BackfillOrder(order) => format!("backfilling by {}", title(order)),
        Change::Depth(depth) => format!("backfilling among {}", jobs(*depth)),
        Change::Drain(Nodes { first: None, count }) => {
            format!("{} drained", counted(*count, unit.one()))
        }
        Change::Drain(Nodes {
            first: Some(first),
            count: 1,
        }) => format!("{} {first} drained", unit.one()),
        Change::Drain(Nodes {
            first: Some(first),
            count,
        }) => format!(
            "{} {first}–{} drained",
            unit.many(),
            first.saturating_add(count - 1)
        ),
        Change::Add(count) => format!("{} added", counted(*count, unit.one())),
        Change::Submit(job) => submitted(job, unit),
        Change::Cancel(job) => format!("job {job} cancelled"),
        Change::Move(Moved { job, to }) => match to {
            Place::Front => format!("job {job} moved to the front"),
            Place::Back => format!("job {job} moved to the back"),
            Place::Before(other) => format!("job {job} moved before job {other}"),
        },
    })
}

fn title(order: &Order) -> &'static str {
    let named = NamedOrder::ALL.into_iter().find(|one| one.order == *order);
    named.map_or("a formula", |named| named.title)
}

fn submitted(job: &Submitted, unit: Unit) -> String {
    let (number, size) = (job.id, counted(job.nodes, unit.one()));
    let which = number.map_or_else(|| "a job".to_owned(), |number| format!("job {number}"));
    let when = job
        .submit
        .map_or_else(String::new, |at| format!(" at {}", span(at)));
    format!("{which} submitted{when} ({size}, {})", span(job.runtime))
}

fn jobs(jobs: u32) -> String {
    counted(jobs, "job")
}

fn counted(number: u32, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", count(u64::from(number)))
}

/// Usual label of a branch, after the run it branches from.
pub(super) fn usual_label(beside: &str, at: f64) -> String {
    format!("{beside} from {}", span(at))
}

/// Titles of the policies that decide by a queue, one after the other.
pub(super) fn queue_titles() -> String {
    let titles: Vec<_> = PolicyName::queues().map(PolicyName::title).collect();
    titles.join(", ")
}
