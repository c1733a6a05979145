//! Memory in the life of a job: loaded before it runs, kept or cut, paid for when displaced.

use super::event::{Event, Load, SwapOut};
use super::jobs::{Job, Phase};
use super::sink::Sink;
use super::state::State;
use crate::ids::JobId;
use crate::rate::Rate;
use crate::time::Duration;

impl State<'_> {
    /// Lets `id`, which just took its nodes, run at `rate`, loaded or not.
    pub(super) fn launch(&mut self, id: JobId, rate: Rate, sink: &mut dyn Sink) {
        let Some(memory) = &mut self.memory else {
            return self.set_rate(id, rate);
        };
        let job = &mut self.jobs[id.index()];
        let nodes = self.nodes.intervals(job.held);
        let first = !memory.has_loaded(id);
        let time = memory.begin(id, nodes, self.now);
        if time == Duration::ZERO {
            memory.finish(id, self.nodes.intervals(job.held));
            return self.set_rate(id, rate);
        }
        (job.phase, job.rate) = (Phase::Loading, rate);
        job.updated = self.now.after(time);
        self.timers.set(id.index(), job.updated);
        let nodes = job.nodes;
        let load = Load { time, nodes, first };
        sink.record(self.now, Event::Loading(id, load));
        self.collect(id, sink);
    }

    /// The timer of `id` has come due.
    #[inline]
    pub(crate) fn due(&mut self, id: JobId, sink: &mut dyn Sink) {
        if self.jobs[id.index()].phase == Phase::Loading {
            self.loaded(id, sink);
        } else {
            self.end(id, sink);
        }
    }

    fn loaded(&mut self, id: JobId, sink: &mut dyn Sink) {
        let Job { rate, held, .. } = self.jobs[id.index()];
        if let Some(memory) = &mut self.memory {
            memory.finish(id, self.nodes.intervals(held));
        }
        self.jobs[id.index()].phase = Phase::Running;
        self.set_rate(id, rate);
        sink.record(self.now, Event::Loaded(id));
        self.collect(id, sink);
    }

    /// Adds what others owe for memory that `by` displaced to their work.
    fn collect(&mut self, by: JobId, sink: &mut dyn Sink) {
        let Some(memory) = &mut self.memory else {
            return;
        };
        let held = self.jobs[by.index()].held;
        let nodes = self.nodes.intervals(held);
        for node in nodes.flat_map(|(first, count)| first..first + count) {
            for place in 0..memory.setup().residents as usize {
                let Some((owner, time)) = memory.collect(node, place) else {
                    continue;
                };
                let job = &mut self.jobs[owner.index()];
                job.remaining = Duration(job.remaining.0.saturating_add(time.0));
                let nodes = job.nodes;
                let swap = SwapOut { by, time, nodes };
                sink.record(self.now, Event::SwappedOut(owner, swap));
            }
        }
    }

    /// Cuts the load of `id` short, if it is loading.
    pub(super) fn cut_load(&mut self, id: JobId, sink: &mut dyn Sink) {
        let job = &mut self.jobs[id.index()];
        let Some(memory) = &mut self.memory else {
            return;
        };
        if job.phase != Phase::Loading {
            return;
        }
        let time = job.updated.since(self.now);
        let (nodes, first) = (job.nodes, !memory.has_loaded(id));
        memory.cut(id, self.nodes.intervals(job.held), self.now);
        job.phase = Phase::Running;
        job.rate = Rate::STOPPED;
        job.updated = self.now;
        let load = Load { time, nodes, first };
        sink.record(self.now, Event::LoadCut(id, load));
    }
}
