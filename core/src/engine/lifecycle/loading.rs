//! What a job with nodes waits for before it runs: its memory, whose load may be cut short and is paid for when
//! displaced, or nodes that boot.

use crate::engine::jobs::{Job, Phase};
use crate::engine::observe::event::{Event, Load, SwapOut};
use crate::engine::observe::sink::Sink;
use crate::engine::state::State;
use crate::exact::{Exact, Fraction};
use crate::families;
use crate::units::ids::JobId;
use crate::units::rate::Rate;

impl State<'_> {
    /// Lets `id`, which just got its nodes, run at `rate`, after loading its memory if
    /// needed.
    pub(in crate::engine) fn launch(&mut self, id: JobId, rate: Rate, sink: &mut dyn Sink) {
        let now = self.exact_now();
        let Some(memory) = self.memory.as_mut().filter(|_| families::SLICING) else {
            return self.set_rate(id, rate);
        };
        let Job { held, nodes, .. } = self.jobs[id.index()];
        let first = !memory.has_loaded(id);
        let time = memory.begin_load(id, self.nodes.intervals(held.list()), now);
        if time == Exact::ZERO {
            memory.finish_load(id, self.nodes.intervals(held.list()));
            return self.set_rate(id, rate);
        }
        let job = &mut self.jobs[id.index()];
        (job.phase, job.rate) = (Phase::Loading, rate);
        self.set_updated(id, now + time);
        self.set_timer(id, self.jobs[id.index()].updated);
        let load = Load { time, nodes, first };
        sink.record(self.now, Event::Loading(id, load));
        self.charge_displaced(id, sink);
    }

    /// Handles the timer of `id`.
    #[inline]
    pub(crate) fn timer_due(&mut self, id: JobId, sink: &mut dyn Sink) {
        let may_load = families::SLICING || families::CLUSTER;
        if may_load && self.jobs[id.index()].phase == Phase::Loading {
            self.loaded(id, sink);
        } else {
            self.end(id, sink);
        }
    }

    fn loaded(&mut self, id: JobId, sink: &mut dyn Sink) {
        let Job { rate, held, .. } = self.jobs[id.index()];
        self.jobs[id.index()].phase = Phase::Running;
        let Some(memory) = self.memory.as_mut().filter(|_| families::SLICING) else {
            // Its nodes are up.
            return self.set_rate(id, rate);
        };
        memory.finish_load(id, self.nodes.intervals(held.list()));
        self.set_rate(id, rate);
        sink.record(self.now, Event::Loaded(id));
        self.charge_displaced(id, sink);
    }

    /// Adds the time that others owe for memory displaced by `by` to their work.
    fn charge_displaced(&mut self, by: JobId, sink: &mut dyn Sink) {
        let Some(memory) = &mut self.memory else {
            return;
        };
        let held = self.jobs[by.index()].held;
        let nodes = self.nodes.intervals(held.list());
        for node in nodes.flat_map(|(first, count)| first..first + count) {
            if !memory.is_owed() {
                break;
            }
            for index in 0..memory.setup().residents as usize {
                let Some((owner, time)) = memory.settle_debt(node, index) else {
                    continue;
                };
                let job = &mut self.jobs[owner.index()];
                let mut none = Fraction::NONE;
                let part = self.parts.get_mut(owner.index());
                let part = part.map_or(&mut none, |parts| &mut parts.remaining);
                let left = Exact::with_fraction(job.remaining.0, *part) + time;
                (job.remaining, *part) = (left.round_up(), left.fraction());
                let nodes = job.nodes;
                let swap = SwapOut { by, time, nodes };
                sink.record(self.now, Event::SwappedOut(owner, swap));
            }
        }
    }

    /// Cuts the load of `id` short, if it is loading.
    pub(in crate::engine) fn cut_load(&mut self, id: JobId, sink: &mut dyn Sink) {
        let (now, until) = (self.exact_now(), self.updated(id));
        let Some(memory) = self.memory.as_mut().filter(|_| families::SLICING) else {
            return;
        };
        let job = &mut self.jobs[id.index()];
        if job.phase != Phase::Loading {
            return;
        }
        let time = until - now;
        let (nodes, first) = (job.nodes, !memory.has_loaded(id));
        memory.cut_load(id, self.nodes.intervals(job.held.list()), now);
        job.phase = Phase::Running;
        job.rate = Rate::STOPPED;
        self.set_updated(id, now);
        let load = Load { time, nodes, first };
        sink.record(self.now, Event::LoadCut(id, load));
    }
}
