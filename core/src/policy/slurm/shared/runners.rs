//! Running jobs in the order in which they are taken away, and their pieces of nodes.

use super::leaving::Leaving;
use super::sleep::Sleepers;
use crate::buffers::buffers;
use crate::engine::{Context, Setup};
use crate::error::CapacityError;
use crate::machine::cluster::{Cluster, NodeUnits};
use crate::policy::slurm::{limit, whole_second};
use crate::units::ids::JobId;
use crate::units::time::{Duration, Time};

/// A running job and the end of its limit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct RunningJob {
    end: Time,
    // Of equal ends the first submitted is first.
    order: u32,
    job: u32,
    // End of its pieces in the list of all.
    pieces: u32,
}

impl RunningJob {
    /// An unused entry, all zero bytes, for new buffers.
    pub const EMPTY: Self = Self {
        end: Time::ZERO,
        order: 0,
        job: 0,
        pieces: 0,
    };
}

buffers! {
    /// Borrowed buffers of running jobs.
    pub struct RunnerBuffers, RunnerSizes, BoxedRunners::as_buffers, "" {
        /// One for each job that may run at once.
        runners: [RunningJob; setup.jobs().min(most)] = RunningJob::EMPTY,
        /// One for each piece of a node that a job may hold.
        pieces: [NodeUnits; most] = NodeUnits::EMPTY,
    }
    with {}
    /// Computes the sizes for the nodes of `setup`.
    sizes of(setup: &Setup<'_>) {
        let most = setup.simulated_cluster().map_or(0, |cluster| cluster.pieces());
    }
}

/// Running jobs, first to end first.
#[derive(Debug)]
pub(super) struct Runners<'a> {
    all: &'a mut [RunningJob],
    count: usize,
    // Pieces of the first of them.
    pieces: &'a mut [NodeUnits],
    listed: usize,
    // Whether ends of limits that are over stay as they are: the planner knows what is expected.
    keeps_past_ends: bool,
}

impl<'a> Runners<'a> {
    pub(super) fn new(
        setup: &Setup<'_>,
        buffers: RunnerBuffers<'a>,
    ) -> Result<Self, CapacityError> {
        let sizes = RunnerSizes::of(setup);
        buffers.sizes().check(&sizes)?;
        Ok(Self {
            all: buffers.runners,
            count: 0,
            pieces: buffers.pieces,
            listed: 0,
            keeps_past_ends: false,
        })
    }

    /// Keeps ends of limits that are over.
    pub(super) fn keep_past_ends(self) -> Self {
        Self {
            keeps_past_ends: true,
            ..self
        }
    }

    /// Checks that there is room for those of `setup`.
    pub(super) fn check(&self, setup: &Setup<'_>) -> Result<(), CapacityError> {
        let sizes = RunnerSizes::of(setup);
        CapacityError::unless("runners", sizes.runners, self.all.len())?;
        CapacityError::unless("pieces", sizes.pieces, self.pieces.len())
    }

    pub(super) fn clear(&mut self) {
        (self.count, self.listed) = (0, 0);
    }

    /// Notes the jobs that run now, of which some are `leaving`, and some on nodes that slept: those over
    /// their limits are to end in a second, unless these ends are [kept](Self::keep_past_ends).
    pub(super) fn begin(
        &mut self,
        context: &Context<'_, '_>,
        now: Time,
        (leaving, sleepers): (&Leaving<'_>, &Sleepers<'_>),
    ) {
        self.clear();
        let soon = if self.keeps_past_ends {
            Time::ZERO
        } else {
            now.after(Duration::from_seconds(1))
        };
        for (runner, job) in self.all.iter_mut().zip(context.running()) {
            let since = whole_second(sleepers.runs_since(context, job));
            let end = since.after(limit(context, job));
            let end = end.min(leaving.end_of(job).map_or(Time::MAX, whole_second));
            *runner = RunningJob {
                end: end.max(soon),
                order: context.order_of(job),
                job: job.index() as u32,
                pieces: 0,
            };
            self.count += 1;
        }
        if let Some(running) = self.all.get_mut(..self.count) {
            running.sort_unstable();
        }
    }

    /// Adds `job`, which starts now.
    pub(super) fn start(&mut self, context: &Context<'_, '_>, job: JobId, now: Time) {
        let started = RunningJob {
            end: now.after(limit(context, job)),
            order: context.order_of(job),
            job: job.index() as u32,
            pieces: 0,
        };
        let before = self.all.get(..self.count).unwrap_or_default();
        let key = |runner: &RunningJob| (runner.end, runner.order, runner.job);
        let index = before.partition_point(|runner| key(runner) <= key(&started));
        if let Some(behind) = self.all.get_mut(index..self.count + 1) {
            behind.rotate_right(1);
            behind[0] = started;
            self.count += 1;
        }
        self.listed = self.listed.min(index);
    }

    /// Leaves out the jobs for which `is_out`, until they are [restored](Self::restore); returns how
    /// many there were in all.
    pub(super) fn leave_out(&mut self, is_out: impl Fn(JobId) -> bool) -> usize {
        let count = self.count;
        if let Some(running) = self.all.get_mut(..count) {
            let is_out = |one: &RunningJob| is_out(JobId::new(one.job as usize));
            running.sort_unstable_by_key(|one| (is_out(one), *one));
            self.count = running.partition_point(|one| !is_out(one));
        }
        self.listed = 0;
        count
    }

    /// Restores the jobs that were [left out](Self::leave_out), `count` in all.
    pub(super) fn restore(&mut self, count: usize) {
        self.count = count;
        if let Some(running) = self.all.get_mut(..count) {
            running.sort_unstable();
        }
        self.listed = 0;
    }

    fn get(&self, index: usize) -> Option<&RunningJob> {
        self.all.get(..self.count)?.get(index)
    }

    /// End of the limit of the job by index.
    pub(super) fn end_of(&self, index: usize) -> Option<Time> {
        self.get(index).map(|runner| runner.end)
    }

    /// The job by index.
    pub(super) fn job(&self, index: usize) -> Option<JobId> {
        self.get(index)
            .map(|runner| JobId::new(runner.job as usize))
    }

    /// Pieces of nodes that the job by index holds: all up to it are listed first.
    pub(super) fn pieces(&mut self, context: &Context<'_, '_>, index: usize) -> &[NodeUnits] {
        if let Some(cluster) = context.cluster() {
            while self.listed <= index && self.listed < self.count {
                self.list_next(context, cluster);
            }
        }
        let end_of = |index: usize| self.get(index).map_or(0, |runner| runner.pieces as usize);
        let begin = index.checked_sub(1).map_or(0, end_of);
        self.pieces.get(begin..end_of(index)).unwrap_or_default()
    }

    fn list_next(&mut self, context: &Context<'_, '_>, cluster: &Cluster<'_>) {
        let end_of = |index: usize| self.get(index).map_or(0, |runner| runner.pieces);
        let mut end = self.listed.checked_sub(1).map_or(0, end_of);
        let Some(runner) = self.all.get_mut(self.listed) else {
            return;
        };
        let job = JobId::new(runner.job as usize);
        for held in pieces_of(context, cluster, job) {
            if let Some(piece) = self.pieces.get_mut(end as usize) {
                *piece = held;
                end += 1;
            }
        }
        runner.pieces = end;
        self.listed += 1;
    }
}

/// Pieces of nodes that a running job holds.
pub(super) fn pieces_of<'c>(
    context: &'c Context<'_, '_>,
    cluster: &'c Cluster<'_>,
    job: JobId,
) -> impl Iterator<Item = NodeUnits> + 'c {
    let nodes = context.held(job);
    let nodes = nodes.flat_map(|(first, count)| first..first + count);
    nodes.map(move |node| {
        let mut on = cluster.jobs_on(node).filter(|(here, _)| *here == job);
        let units = on.next().map_or(0, |(_, units)| units);
        NodeUnits { node, units }
    })
}
