//! Why each job of a queue waits, in the words of explanations, and which jobs hold its nodes.

use std::sync::Arc;

use cosched_core::Time;

use super::state::{NEXT, State};
use super::{continued, counted};
use crate::base::format;
use crate::base::problem::Problem;
use crate::base::progress::Progress;
use crate::record::Run;
use crate::run::explain::holders::holders_of_each;
use crate::run::explain::node_of;
use crate::run::explain::snapshot::{QueueSnapshot, WaitingJob, choice_of, queue_at, reason};
use crate::run::explain::story::NodeHolder;
use crate::run::simulate;

/// Number of holders that are named.
const MOST: usize = 2;

/// Why a job waits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WaitExplanation {
    /// The reason in words.
    pub sentence: String,
    /// The other jobs that it names, by their indices.
    pub jobs: Vec<usize>,
}

/// Words for jobs and nodes in sentences.
#[derive(Clone, Copy)]
pub(super) struct NodeWords<'a> {
    /// Name of the job at an index of the workload.
    pub(super) name: &'a dyn Fn(usize) -> String,
    /// Unit of the machine's size: nodes, or cores.
    pub(super) unit: &'a str,
}

/// Returns why each job waits in `run` at `at`, in the order of submission; `None` if cancelled.
///
/// # Errors
/// Errors of the run.
pub fn explain_waits(
    run: &Run,
    at: Time,
    progress: &Progress,
) -> Result<Option<Vec<WaitExplanation>>, Problem> {
    let name = |job: usize| run.experiment.labels[job].number().to_string();
    let words = NodeWords {
        name: &name,
        unit: "node",
    };
    explain_waits_in(run, &State::of(run, at), words, progress)
}

/// Returns why each job of `state` waits: the policy's reason, and the holders of the nodes that it
/// gets if no further job is submitted and all run as long as estimated.
pub(super) fn explain_waits_in(
    run: &Run,
    state: &State,
    words: NodeWords<'_>,
    progress: &Progress,
) -> Result<Option<Vec<WaitExplanation>>, Problem> {
    if state.waiting.is_empty() {
        return Ok(Some(Vec::new()));
    }
    let future = Arc::new(state.by_estimates(run));
    let choice = choice_of(run);
    let then = match counted::segments(&future, &choice) {
        Some(schedule) => Some(continued(&future, schedule, &choice)?),
        None => simulate(&future, &choice, true, progress)?,
    };
    let Some(then) = then else {
        return Ok(None);
    };
    let Some(now) = queue_at(&then, NEXT, progress)? else {
        return Ok(None);
    };
    let all = then.outcomes.len();
    let mut waiting = vec![None; all];
    for job in &now.queue {
        waiting[job.job] = Some(job);
    }
    let explainer = WaitExplainer {
        run,
        state,
        words,
        then: &then,
        now: &now,
        waiting,
        holders: holders_of_each(&then.segments, all, NEXT, &node_of(&then)),
        all: state
            .running
            .iter()
            .chain(&state.waiting)
            .copied()
            .collect(),
    };
    Ok(Some(
        (0..state.waiting.len())
            .map(|index| explainer.explain(index))
            .collect(),
    ))
}

/// The future by the estimates, to explain waits from.
struct WaitExplainer<'t> {
    run: &'t Run,
    state: &'t State,
    words: NodeWords<'t>,
    then: &'t Run,
    now: &'t QueueSnapshot,
    /// By its index in that future, what is known of a job that waits.
    waiting: Vec<Option<&'t WaitingJob>>,
    /// By its index in that future, who had the nodes that a job gets.
    holders: Vec<Vec<NodeHolder>>,
    /// Running jobs, then waiting ones, by their indices in the run.
    all: Vec<usize>,
}

impl WaitExplainer<'_> {
    fn instant(&self, seconds: f64) -> String {
        let clock = &self.run.experiment.clock;
        clock.instant((self.state.at.seconds() + seconds).round())
    }

    fn name(&self, index: usize) -> String {
        self.all
            .get(index)
            .map_or_else(String::new, |&job| (self.words.name)(job))
    }

    /// Explains the wait of the job at that position among the waiting ones.
    fn explain(&self, index: usize) -> WaitExplanation {
        let runs = self.state.running.len();
        let job = runs + index;
        let Some(waiting) = self.waiting[job] else {
            return WaitExplanation {
                sentence: "fits now: it starts as soon as it is looked at".to_owned(),
                jobs: Vec::new(),
            };
        };
        let said = reason(self.then, self.now, waiting);
        let said = said.unwrap_or_else(|| "waits; the policy does not say why".to_owned());
        let holders = self.holders[job].iter();
        let (running, waiting): (Vec<NodeHolder>, Vec<NodeHolder>) =
            holders.partition(|holder| holder.job < runs);
        let mut sentence = format::humanize_seconds(&self.with_names(&said), |at| self.instant(at));
        if !running.is_empty() {
            let one = |holder: &NodeHolder| {
                format!(
                    "job {} ({}, by its estimate until {})",
                    self.name(holder.job),
                    format::counted(holder.nodes as usize, self.words.unit),
                    self.instant(holder.until.seconds())
                )
            };
            sentence += &format!(
                "; what it gets is held by {}",
                first_in_words(&running, one)
            );
        } else if !waiting.is_empty() {
            let one = |holder: &NodeHolder| format!("job {}", self.name(holder.job));
            sentence += &format!(
                "; what it gets goes first to {}",
                first_in_words(&waiting, one)
            );
        }
        let both = running.iter().chain(&waiting);
        WaitExplanation {
            sentence,
            jobs: both.map(|holder| self.all[holder.job]).collect(),
        }
    }

    /// Replaces the names of jobs and of nodes in the policy's reason.
    fn with_names(&self, said: &str) -> String {
        let mut is_job = false;
        let words = said.split(' ').map(|word| {
            let digits = word.trim_end_matches(|letter: char| !letter.is_ascii_digit());
            let index = digits.parse::<usize>().ok().filter(|_| is_job);
            is_job = word == "job";
            match (index, word.strip_prefix("node")) {
                // Jobs of a future are numbered from 1 on.
                (Some(number), _) => self.name(number - 1) + &word[digits.len()..],
                (None, Some(rest)) => format!("{}{rest}", self.words.unit),
                _ => word.to_owned(),
            }
        });
        words.collect::<Vec<_>>().join(" ")
    }
}

/// The first of `all` in words, and how many more there are.
fn first_in_words(all: &[NodeHolder], one: impl Fn(&NodeHolder) -> String) -> String {
    let named: Vec<String> = all.iter().take(MOST).map(one).collect();
    match all.len().saturating_sub(MOST) {
        0 => named.join(" and "),
        more => format!(
            "{} and {}",
            named.join(", "),
            format::counted(more, "more job")
        ),
    }
}
