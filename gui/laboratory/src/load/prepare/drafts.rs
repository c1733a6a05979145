//! Jobs as they were read or drawn, kept for further scenarios that begin with the same ones.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cosched_core::Memory;

use super::shared::{KeptSharedNodes, SharedNodes};
use super::{Draft, draw, resolve};
use crate::base::problem::Problem;
use crate::base::progress::Progress;
use crate::load::{account, log};
use crate::scenario::{JannWorkload, LublinWorkload, SwfWorkload, TableWorkload};

/// A log or a model, without what happens to its jobs after they were read or drawn.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum LogOrModel {
    /// With the file that its path is relative to.
    Swf(SwfWorkload, Option<PathBuf>),
    /// Likewise.
    Table(TableWorkload, Option<PathBuf>),
    /// With the seed of what is drawn.
    Lublin(LublinWorkload, u64),
    /// Likewise.
    Jann(JannWorkload, u64),
}

impl LogOrModel {
    pub(super) fn swf(log: &SwfWorkload, source: Option<&Path>) -> Self {
        let mut log = log.clone();
        log.load = None;
        Self::Swf(log, source.map(Path::to_path_buf))
    }

    pub(super) fn table(table: &TableWorkload, source: Option<&Path>) -> Self {
        let mut table = table.clone();
        table.load = None;
        Self::Table(table, source.map(Path::to_path_buf))
    }

    pub(super) fn lublin(model: &LublinWorkload, seed: u64) -> Self {
        let mut model = model.clone();
        (model.load, model.memory) = (None, None);
        Self::Lublin(model, seed)
    }

    pub(super) fn jann(model: &JannWorkload, seed: u64) -> Self {
        let mut model = model.clone();
        (model.load, model.memory) = (None, None);
        Self::Jann(model, seed)
    }
}

/// Everything that the jobs of a log or a model are read or drawn from. A draft is made of nothing
/// else of a scenario, so that equal sources have equal drafts.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct DraftSource {
    from: LogOrModel,
    nodes: Option<u32>,
    memory: Option<Memory>,
    shared: Option<KeptSharedNodes>,
}

impl DraftSource {
    /// Jobs `from` a log or a model, on so many nodes with so much memory as far as that is known.
    pub(super) fn new(
        from: LogOrModel,
        (nodes, memory): (Option<u32>, Option<Memory>),
        shared: Option<SharedNodes<'_>>,
    ) -> Self {
        Self {
            from,
            nodes,
            memory,
            shared: shared.map(Into::into),
        }
    }

    /// Reads the file, or draws from the model.
    pub(super) fn draft(&self, progress: &Progress) -> Result<Draft, Problem> {
        let nodes = self.nodes;
        match &self.from {
            LogOrModel::Swf(log, source) => {
                let path = resolve(&log.path, source.as_deref());
                log::read(log, &path, nodes, self.memory, progress)
            }
            LogOrModel::Table(table, source) => {
                let path = resolve(&table.path, source.as_deref());
                let shared = self.shared.as_ref().map(KeptSharedNodes::as_shared);
                account::draft(table, &path, nodes, shared)
            }
            LogOrModel::Lublin(model, seed) => {
                Draft::of(model.jobs, draw::lublin(model, *seed, nodes)?, progress)
            }
            LogOrModel::Jann(model, seed) => {
                Draft::of(model.jobs, draw::jann(model, *seed, nodes)?, progress)
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
    kept: Mutex<Vec<KeptDraft>>,
}

/// A draft with its source.
#[derive(Debug)]
struct KeptDraft {
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
            || KeptDraft {
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
    use crate::scenario::{Scenario, parse};

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
            .map(|one| match one.source.from {
                LogOrModel::Lublin(_, seed) => seed,
                _ => panic!("{one:?} is Lublin's model"),
            })
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
