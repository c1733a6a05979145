//! Power drawn by nodes in a run: over time, in all, and for each job.

use cosched_core::engine::Detail;
use cosched_core::{Duration, Event, JobId, Sink, Time};

use super::steps::{Steps, WeightedSum, kilowatt_hours};
use super::{PowerData, PowerDraw, SleepSpan};
use crate::record::cluster::ClusterData;
use crate::record::details::Recorder;
use crate::record::{Experiment, Run};

/// Power and energy of the nodes of a run.
#[derive(Clone, PartialEq, Debug)]
pub struct PowerRecord {
    /// Draw of the busy nodes, or cores of shared ones, and of those asleep, from each instant until the next.
    pub busy: Vec<(Time, PowerDraw)>,
    /// Totals from the first submission to the last end.
    pub totals: Totals,
    /// Energy of the nodes of each job while it had them.
    pub job_energies: Vec<JobEnergy>,
}

/// Energy of the nodes of a run in all.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Totals {
    /// Energy, in kWh.
    pub energy: f64,
    /// The part of it drawn by idle nodes and those asleep, in kWh.
    pub idle: f64,
    /// Its cost, if known.
    pub cost: Option<f64>,
    /// Its carbon dioxide, in kg, if known.
    pub carbon: Option<f64>,
    /// Peak power, in kW.
    pub peak: f64,
    /// Time during which the power exceeded the cap, if there is one.
    pub above_cap: Option<Duration>,
}

/// Energy of the nodes of a job while it had them.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct JobEnergy {
    /// Energy, in kWh.
    pub energy: f64,
    /// Its cost; 0 if unknown.
    pub cost: f64,
    /// Its carbon dioxide, in kg; 0 if unknown.
    pub carbon: f64,
}

/// A sink that records the nodes of jobs over time.
#[derive(Debug)]
pub(crate) struct PowerRecorder<'e> {
    power: &'e PowerData,
    // The cluster, where jobs share nodes.
    cluster: Option<&'e ClusterData>,
    held: Vec<Option<(Time, PowerDraw)>>,
    busy: Vec<(Time, PowerDraw)>,
    of_jobs: Vec<(u128, JobEnergy)>,
}

impl<'e> PowerRecorder<'e> {
    /// Makes a sink for a run of `experiment`, if the power of its nodes is known.
    pub(crate) fn of(experiment: &'e Experiment) -> Option<Self> {
        let jobs = experiment.jobs.len();
        Some(Self {
            power: experiment.power.as_ref()?,
            cluster: experiment.cluster.as_ref(),
            held: vec![None; jobs],
            busy: vec![(Time::ZERO, PowerDraw::default())],
            of_jobs: vec![(0, JobEnergy::default()); jobs],
        })
    }

    fn change(&mut self, at: Time, change: impl Fn(PowerDraw) -> PowerDraw) {
        match self.busy.last_mut() {
            Some((from, busy)) if *from == at => *busy = change(*busy),
            Some((_, busy)) => {
                let busy = change(*busy);
                self.busy.push((at, busy));
            }
            None => {}
        }
    }

    fn take(&mut self, at: Time, job: JobId, own: PowerDraw) {
        self.held[job.index()] = Some((at, own));
        self.change(at, |busy| busy.plus(own));
    }

    fn release(&mut self, at: Time, job: JobId) {
        let Some((from, own)) = self.held[job.index()].take() else {
            return;
        };
        self.change(at, |busy| busy.minus(own));
        let (energy, of_job) = &mut self.of_jobs[job.index()];
        *energy += own.by_jobs * u128::from(at.since(from).0);
        // Kilowatts, and the weight of a kWh summed over the hours.
        let kilowatts = own.by_jobs as f64 / 1e12;
        let weighed = |by: &Option<Steps>| {
            let hours = by.as_ref().map(|by| by.sum(from, at, 1e6) / 3600.0);
            kilowatts * hours.unwrap_or(0.0)
        };
        of_job.cost += weighed(&self.power.cost);
        of_job.carbon += weighed(&self.power.carbon) / 1e3;
    }
}

impl Sink for PowerRecorder<'_> {
    fn record(&mut self, at: Time, event: Event) {
        if let Event::Completed(job) | Event::Killed(job, _) | Event::Suspended(job) = event {
            self.release(at, job);
        }
    }

    fn detail(&mut self, at: Time, detail: &Detail<'_>) {
        match (detail, self.cluster) {
            (Detail::Holds { job, nodes }, None) => {
                let nodes = nodes.clone().map(|(_, count)| count).sum();
                let kind = self.power.kinds.first();
                let own = kind.map(|kind| PowerDraw::default().with(kind, nodes));
                self.take(at, *job, own.unwrap_or_default());
            }
            (Detail::Shares { job, places }, Some(cluster)) => {
                let own = places.iter().fold(PowerDraw::default(), |own, index| {
                    let cores = cluster.cores_there(job.index(), index.node, index.units);
                    let kind = self.power.kind(index.node);
                    kind.map_or(own, |kind| own.with(kind, cores))
                });
                self.take(at, *job, own);
            }
            _ => {}
        }
    }
}

impl Recorder for PowerRecorder<'_> {
    fn finish(self: Box<Self>, run: &mut Run) {
        let of_jobs = self.of_jobs.into_iter().map(|(energy, of_job)| JobEnergy {
            energy: kilowatt_hours(energy),
            ..of_job
        });
        let asleep = run.sleep().map_or(&[][..], |sleep| &sleep.spans);
        let busy = with_sleep(self.power, self.busy, asleep);
        let totals = totals(self.power, &busy, run);
        run.details.keep(PowerRecord {
            busy,
            totals,
            job_energies: of_jobs.collect(),
        });
    }
}

/// The draw of `busy` units from each instant on, and that of nodes asleep in these spans.
fn with_sleep(
    power: &PowerData,
    busy: Vec<(Time, PowerDraw)>,
    spans: &[SleepSpan],
) -> Vec<(Time, PowerDraw)> {
    if spans.is_empty() {
        return busy;
    }
    let changes = spans.iter().flat_map(|span| {
        let own = power.kind(span.node).map(PowerDraw::asleep);
        let own = own.unwrap_or_default();
        [(span.from, own, true), (span.until, own, false)]
    });
    let mut changes: Vec<_> = changes.collect();
    // Of one instant those that begin come first, so that no sum is below nothing.
    changes.sort_by_key(|(at, _, begins)| (*at, !begins));
    let instants = busy.iter().map(|(at, _)| *at);
    let mut instants: Vec<Time> = instants.chain(changes.iter().map(|(at, ..)| *at)).collect();
    instants.sort_unstable();
    instants.dedup();
    let (mut busy, mut changes) = (busy.into_iter().peekable(), changes.into_iter().peekable());
    let (mut by_jobs, mut asleep) = (PowerDraw::default(), PowerDraw::default());
    let at_each = instants.into_iter().map(|at| {
        while let Some((_, draw)) = busy.next_if(|(from, _)| *from <= at) {
            by_jobs = draw;
        }
        while let Some((_, own, begins)) = changes.next_if(|(from, ..)| *from <= at) {
            asleep = if begins {
                asleep.plus(own)
            } else {
                asleep.minus(own)
            };
        }
        (at, by_jobs.plus(asleep))
    });
    at_each.collect()
}

/// The instants in `run` between which everything that power depends on is constant.
fn instants(power: &PowerData, busy: &[(Time, PowerDraw)], run: &Run) -> Vec<Time> {
    let from = run.metrics.first_submit;
    let until = from.after(run.metrics.makespan());
    let series = [&power.cost, &power.carbon, &power.cap];
    let series = series.into_iter().flatten();
    let mut all = vec![from, until];
    all.extend(series.flat_map(|steps| steps.changes(from, until)));
    all.extend(busy.iter().map(|(at, _)| *at));
    all.extend(run.experiment.added().iter().map(|added| added.at));
    all.retain(|at| (from..=until).contains(at));
    all.sort_unstable();
    all.dedup();
    all
}

fn totals(power: &PowerData, busy: &[(Time, PowerDraw)], run: &Run) -> Totals {
    let instants = instants(power, busy, run);
    let (mut energy, mut idle, mut peak) = (0_u128, 0_u128, 0_u128);
    let (mut cost, mut carbon) = (WeightedSum::default(), WeightedSum::default());
    let (mut above, mut index) = (Duration::ZERO, 0);
    for (&from, &until) in instants.iter().zip(instants.iter().skip(1)) {
        while busy.get(index + 1).is_some_and(|(at, _)| *at <= from) {
            index += 1;
        }
        let busy = busy
            .get(index)
            .map_or(PowerDraw::default(), |(_, busy)| *busy);
        let drawn = power.drawn(run.nodes_at(from), busy);
        let span = until.since(from);
        let here = drawn * u128::from(span.0);
        energy += here;
        idle += (drawn - busy.by_jobs) * u128::from(span.0);
        peak = peak.max(drawn);
        let value = |steps: &Option<Steps>| steps.as_ref().and_then(|steps| steps.at(from));
        cost.add(here, value(&power.cost).unwrap_or(0));
        carbon.add(here, value(&power.carbon).unwrap_or(0));
        let cap = value(&power.cap).map(|cap| 1_000_000 * u128::try_from(cap).unwrap_or(0));
        if cap.is_some_and(|cap| drawn > cap) {
            above = Duration(above.0 + span.0);
        }
    }
    Totals {
        energy: kilowatt_hours(energy),
        idle: kilowatt_hours(idle),
        cost: power.cost.as_ref().map(|_| cost.units()),
        carbon: power.carbon.as_ref().map(|_| carbon.units() / 1e3),
        peak: peak as f64 / 1e12,
        above_cap: power.cap.as_ref().map(|_| above),
    }
}
