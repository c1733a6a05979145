//! A sink that watches several jobs of one run.

use std::collections::BTreeMap;

use cosched_core::engine::{Detail, View};
use cosched_core::{Event, Sink, Time};

use super::plans::PlannedStarts;
use super::story::Preemption;
use super::watch::Watch;
use crate::record::Experiment;
use crate::record::choice::Choice;

/// A watch on each of several jobs.
pub(super) struct Watches<'e> {
    pub(super) watches: Vec<Watch<'e>>,
    /// Index of the watch on each watched job.
    index_of: BTreeMap<usize, usize>,
    /// Indices of the watches on jobs that wait, or were submitted at the present instant.
    awake: Vec<usize>,
    plans: PlannedStarts,
}

impl<'e> Watches<'e> {
    /// A watch on each of `jobs`, which are distinct, under `choice`.
    pub(super) fn new(experiment: &'e Experiment, choice: &Choice, jobs: &[usize]) -> Self {
        let watches = jobs.iter().map(|&job| Watch::new(experiment, choice, job));
        let indexed = jobs.iter().enumerate();
        Self {
            watches: watches.collect(),
            index_of: indexed.map(|(index, &job)| (job, index)).collect(),
            awake: Vec::new(),
            plans: PlannedStarts::under(choice),
        }
    }
}

impl Sink for Watches<'_> {
    fn record(&mut self, at: Time, event: Event) {
        self.plans.on_event(event);
        let own = self.index_of.get(&event.job().index()).copied();
        if let Event::Started(job, why) = event {
            for &index in self.awake.iter().filter(|&&index| Some(index) != own) {
                self.watches[index].on_other_start(at, job.index(), why);
            }
        }
        let Some(index) = own else { return };
        let watch = &mut self.watches[index];
        watch.on_own_event(at, event);
        if watch.is_awake() && !self.awake.contains(&index) {
            self.awake.push(index);
        }
    }

    // Only while one of them waits: a report costs an event per waiting job.
    fn wants_reasons(&self) -> bool {
        let mut awake = self.awake.iter();
        awake.any(|&index| self.watches[index].is_waiting())
    }

    fn detail(&mut self, at: Time, detail: &Detail<'_>) {
        match *detail {
            Detail::Considered { job, nodes } => {
                if let Some(&index) = self.index_of.get(&job.index()) {
                    self.watches[index].considered = nodes.to_vec();
                }
            }
            Detail::Boots { job, until } => {
                if let Some(&index) = self.index_of.get(&job.index()) {
                    self.watches[index].story.boots.push((at, until));
                }
            }
            Detail::Preempted { job, by, until } => {
                let (job, by) = (job.index(), by.index());
                let preemption = Preemption { at, job, by, until };
                for index in [job, by].map(|one| self.index_of.get(&one)) {
                    let watch = index.and_then(|&index| self.watches.get_mut(index));
                    watch
                        .into_iter()
                        .for_each(|watch| watch.story.preemptions.push(preemption));
                }
            }
            _ => {}
        }
    }

    fn instant(&mut self, view: &View<'_, '_>) {
        for &index in &self.awake {
            self.watches[index].on_instant(view, &self.plans);
        }
        let watches = &self.watches;
        self.awake.retain(|&index| watches[index].is_awake());
    }
}
