//! Jobs as they were read or drawn, kept for further scenarios that begin with the same ones.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cosched_core::Memory;

use super::shared::{KeptSharedNodes, SharedNodes};
use super::{Draft, draw, resolve};
use crate::base::problem::Problem;
use crate::base::progress::Progress;
use crate::load::{account, log};
use crate::scenario::{Scenario, Workload};

/// Everything that the jobs of a log or a model are read or drawn from. A draft is made of nothing
/// else of a scenario, so that equal sources have equal drafts.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct DraftSource {
    /// The workload, without what happens to its jobs later.
    workload: Workload,
    /// The file that paths are relative to.
    source: Option<PathBuf>,
    /// Of what is drawn; 0 where nothing is.
    seed: u64,
    nodes: Option<u32>,
    memory: Option<Memory>,
    shared: Option<KeptSharedNodes>,
}

impl DraftSource {
    /// The source of the jobs of `scenario`, on so many nodes with so much memory as far as that is
    /// known.
    pub(super) fn new(
        scenario: &Scenario,
        source: Option<&Path>,
        (nodes, memory): (Option<u32>, Option<Memory>),
        shared: Option<SharedNodes<'_>>,
    ) -> Self {
        let mut workload = scenario.workload.clone();
        let seed = match &mut workload {
            Workload::Lublin(lublin) => {
                (lublin.load, lublin.memory) = (None, None);
                scenario.seed
            }
            Workload::Jann(jann) => {
                (jann.load, jann.memory) = (None, None);
                scenario.seed
            }
            Workload::Swf(swf) => {
                swf.load = None;
                0
            }
            Workload::Table(table) => {
                table.load = None;
                0
            }
            Workload::Jobs(_) | Workload::Workflow(_) => scenario.seed,
        };
        Self {
            workload,
            source: source.map(Path::to_path_buf),
            seed,
            nodes,
            memory,
            shared: shared.map(Into::into),
        }
    }

    /// Reads the file, or draws from the model.
    pub(super) fn draft(&self, progress: &Progress) -> Result<Draft, Problem> {
        let (seed, nodes) = (self.seed, self.nodes);
        let path = |path: &Path| resolve(path, self.source.as_deref());
        match &self.workload {
            Workload::Swf(swf) => log::read(swf, &path(&swf.path), nodes, self.memory, progress),
            Workload::Table(table) => {
                let shared = self.shared.as_ref().map(KeptSharedNodes::as_shared);
                account::draft(table, &path(&table.path), nodes, shared)
            }
            Workload::Lublin(model) => {
                Draft::of(model.jobs, draw::lublin(model, seed, nodes)?, progress)
            }
            Workload::Jann(model) => {
                Draft::of(model.jobs, draw::jann(model, seed, nodes)?, progress)
            }
            Workload::Jobs(_) | Workload::Workflow(_) => {
                Err(Problem::input("jobs that are written out are not kept"))
            }
        }
    }
}

/// Largest number of jobs that are kept, if they are of several drafts.
const MOST_JOBS: usize = 1 << 20;

/// The drafts that were used last.
#[derive(Debug)]
pub struct Drafts {
    /// Largest number of drafts.
    most: usize,
    kept: Mutex<Vec<Kept>>,
}

/// A draft with its source.
#[derive(Debug)]
struct Kept {
    source: DraftSource,
    /// Number of jobs; 0 while they are being read.
    jobs: usize,
    /// `None` until it has been made; locked by the thread that makes it.
    draft: Arc<Mutex<Option<Draft>>>,
}

impl Drafts {
    /// Keeps at most so many drafts.
    pub const fn new(most: usize) -> Self {
        Self {
            most,
            kept: Mutex::new(Vec::new()),
        }
    }

    /// Returns the draft of `source`, which is made if it is not kept.
    ///
    /// # Errors
    /// A file or a setting is wrong.
    pub(super) fn draft(&self, source: DraftSource, progress: &Progress) -> Result<Draft, Problem> {
        let draft = self.entry(&source);
        let mut made = lock(&draft);
        if let Some(draft) = &*made {
            return Ok(draft.clone());
        }
        let draft = source.draft(progress)?;
        // What was read up to a cancellation is not all.
        if !progress.is_cancelled() {
            *made = Some(draft.clone());
            self.count(&source, draft.jobs.len());
        }
        Ok(draft)
    }

    /// The entry of `source`, as the one used last.
    fn entry(&self, source: &DraftSource) -> Arc<Mutex<Option<Draft>>> {
        let mut kept = lock(&self.kept);
        let index = kept.iter().position(|one| one.source == *source);
        let entry = index.map_or_else(
            || Kept {
                source: source.clone(),
                jobs: 0,
                draft: Arc::default(),
            },
            |index| kept.remove(index),
        );
        let draft = Arc::clone(&entry.draft);
        kept.push(entry);
        let beyond = kept.len().saturating_sub(self.most);
        kept.drain(..beyond);
        draft
    }

    /// Notes the number of jobs of `source`, and forgets those used longest ago if there are too
    /// many jobs together.
    fn count(&self, source: &DraftSource, jobs: usize) {
        let mut kept = lock(&self.kept);
        if let Some(one) = kept.iter_mut().find(|one| one.source == *source) {
            one.jobs = jobs;
        }
        let mut all: usize = kept.iter().map(|one| one.jobs).sum();
        while all > MOST_JOBS && kept.len() > 1 {
            all -= kept.remove(0).jobs;
        }
    }
}

/// What a panic of another thread left is whole.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::{prepare, prepare_among};
    use crate::scenario::parse;

    fn scenario(text: &str) -> Scenario {
        let text = format!("(machine: Cluster(nodes: 64), workload: Lublin({text})");
        parse(&text, None).unwrap()
    }

    /// What is drawn does not depend on load, memory and policies; on the rest it does.
    #[test]
    fn equal_draws_are_kept_and_others_are_not_taken_for_them() {
        let drafts = Drafts::new(9);
        let quiet = Progress::default();
        let all = [
            ("jobs: 90, load: 0.5, estimates: UpTo(5)), seed: 3", 1),
            ("jobs: 90, load: 0.9, estimates: UpTo(5)), seed: 3", 1),
            (
                "jobs: 90, estimates: UpTo(5)), seed: 3, policies: [Gang]",
                1,
            ),
            ("jobs: 90, estimates: UpTo(5)), seed: 4", 2),
            ("jobs: 91, estimates: UpTo(5)), seed: 4", 3),
            ("jobs: 90, estimates: UpTo(6)), seed: 4", 4),
            ("jobs: 90, estimates: UpTo(5), set: Typed), seed: 4", 5),
        ];
        for (text, count) in all {
            let scenario = scenario(text);
            let plain = prepare(&scenario, None, &quiet).unwrap();
            let shared = prepare_among(&drafts, &scenario, None, &quiet).unwrap();
            assert_eq!(shared.jobs, plain.jobs, "{text}");
            assert_eq!(shared.labels, plain.labels, "{text}");
            assert_eq!(lock(&drafts.kept).len(), count, "{text}");
        }
    }

    #[test]
    fn the_last_ones_are_kept() {
        let drafts = Drafts::new(2);
        let quiet = Progress::default();
        for seed in [1, 2, 1, 3, 1] {
            let scenario = scenario(&format!("jobs: 9), seed: {seed}"));
            prepare_among(&drafts, &scenario, None, &quiet).unwrap();
        }
        let seeds: Vec<_> = lock(&drafts.kept)
            .iter()
            .map(|one| one.source.seed)
            .collect();
        assert_eq!(seeds, [3, 1]);
    }

    #[test]
    fn what_was_cancelled_is_not_kept() {
        let (drafts, progress) = (Drafts::new(2), Progress::default());
        let scenario = scenario("jobs: 20000)");
        progress.cancel();
        // Without jobs it is refused.
        prepare_among(&drafts, &scenario, None, &progress).unwrap_err();
        let jobs = prepare_among(&drafts, &scenario, None, &Progress::default());
        assert_eq!(jobs.unwrap().jobs.len(), 20_000);
    }
}
