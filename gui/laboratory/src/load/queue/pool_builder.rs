//! From a queue and its history to experiments, in which the future is drawn.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use cosched_core::machine::cluster::ClusterRequest;
use cosched_core::{Duration, JobSpec, Memory, Time};

use super::classify::{AssignedJob, ClassifiedQueue};
use super::limits::{CountedLimits, owners_of, owners_of_entry};
use super::pools::Part;
use super::{Pool, QueueState, Waiting};
use crate::base::format::{count, counted};
use crate::load::account::{Accounts, Entry};
use crate::load::slurm::text::{Limit, Stamp};
use crate::load::transfer_of;
use crate::record::clock::Clock;
use crate::record::outages::OutageData;
use crate::record::unit::Unit;
use crate::record::{Experiment, JobAttributes, JobLabel, NameTables, Outcome};
use crate::scenario::placement::server_data::{Precedents, ServerData};
use crate::scenario::{Machine, Scenario, Sizing, Workload};

/// Numbers for names, from 1 on.
#[derive(Default)]
struct NameNumbers(HashMap<String, u32>);

impl NameNumbers {
    fn of(&mut self, name: &str) -> u32 {
        let next = self.0.len() as u32 + 1;
        *self.0.entry(name.to_owned()).or_insert(next)
    }
}

/// Job with its outcome so far.
struct QueueJob {
    submit: Stamp,
    job: JobSpec,
    label: JobLabel,
    start: Option<Stamp>,
    end: Option<Stamp>,
    /// Index among the waiting jobs.
    waiting_index: Option<usize>,
    /// Name, if it is in the queue.
    name: Option<String>,
    /// Its request, where what it has is counted.
    request: Option<ClusterRequest>,
}

/// Builder of pools.
struct PoolBuilder<'a> {
    sorted: &'a ClassifiedQueue,
    now: Stamp,
    history: Option<&'a Accounts>,
    /// Offset of the history's instants, in milliseconds.
    shift: i64,
    /// Numbers of jobs in the queue.
    queued_numbers: HashSet<u64>,
    zone: Option<&'a str>,
    users: NameNumbers,
    accounts: NameNumbers,
    counted: Option<CountedLimits>,
}

/// Builds the pools of `sorted`, at `now`, after `history`, under limits that are `counted`.
pub(super) fn build(
    sorted: ClassifiedQueue,
    now: Stamp,
    history: Option<&Accounts>,
    zone: Option<&str>,
    counted: Option<CountedLimits>,
) -> QueueState {
    let mut remarks = sorted.remarks.clone();
    if let Some(counted) = &counted {
        remarks.extend(counted.remarks.iter().cloned());
        if sorted.pools.parts.len() > 1 {
            let words = "limits are counted in each group of partitions by itself";
            remarks.push(words.to_owned());
        }
    }
    remarks.push(format!("sizes are {}", sorted.pools.size.noun()));
    let last =
        history.and_then(|history| history.entries.iter().filter_map(|entry| entry.end).max());
    // Without dates, the history ends now.
    let shift = match (history, last) {
        (Some(history), Some(last)) if !history.has_calendar => now.since(last),
        _ => 0,
    };
    let mut maker = PoolBuilder {
        sorted: &sorted,
        now,
        history,
        shift,
        queued_numbers: sorted
            .running
            .iter()
            .chain(&sorted.waiting)
            .map(|placed| placed.job.number)
            .collect(),
        zone,
        users: NameNumbers::default(),
        accounts: NameNumbers::default(),
        counted,
    };
    remarks.extend(maker.history_remarks(last));
    let parts = sorted.pools.parts.iter().enumerate();
    let (pools, idle_pools) = parts
        .map(|(index, part)| maker.pool(index, part))
        .partition(|pool: &Pool| !pool.waiting.is_empty());
    QueueState {
        read: sorted.read,
        running: sorted.running_count,
        over: sorted.ended_count,
        not_predicted: sorted.not_predicted.clone(),
        pools,
        idle_pools,
        starts: Vec::new(),
        remarks,
    }
}

const fn nanoseconds(milliseconds: u64) -> u64 {
    milliseconds.saturating_mul(1_000_000)
}

impl PoolBuilder<'_> {
    /// Remarks on the history.
    fn history_remarks(&self, last: Option<Stamp>) -> Vec<String> {
        let Some(history) = self.history else {
            return vec![
                "no history (--history): anything up to its limit is as likely for a job to run"
                    .to_owned(),
            ];
        };
        let ended = history.entries.iter().filter(|entry| self.is_past(entry));
        let known: HashSet<&str> = ended
            .clone()
            .filter_map(|entry| self.user(history, &entry))
            .collect();
        let asking: HashSet<&str> = self
            .sorted
            .waiting
            .iter()
            .filter_map(|placed| placed.job.user.as_deref())
            .collect();
        let mut all = vec![format!(
            "history: {} that had ended; of {} who wait, {} ran some of them",
            counted(ended.count(), "job"),
            counted(asking.len(), "user"),
            count(asking.intersection(&known).count() as u64)
        )];
        if self.shift != 0 {
            all.push("history: its instants are no dates; it is taken to end now".to_owned());
        } else if let Some(last) = last.filter(|last| self.now.since(*last) > 2 * 86_400_000) {
            all.push(format!(
                "history: it ends {} before now",
                crate::base::format::span(self.now.since(last) as f64 / 1e3)
            ));
        }
        all
    }

    fn user<'h>(&self, history: &'h Accounts, entry: &Entry) -> Option<&'h str> {
        let index = entry.user? as usize;
        history.names.users.names().get(index).map(String::as_str)
    }

    /// Whether an entry had ended by now, and is not in the queue again.
    fn is_past(&self, entry: &Entry) -> bool {
        let end = entry.end.map(|end| Stamp(end.0.saturating_add(self.shift)));
        entry.executed_for().is_ok_and(|runtime| runtime > 0)
            && end.is_some_and(|end| end <= self.now)
            && (self.shift != 0 || !self.queued_numbers.contains(&entry.number))
    }

    fn pool(&mut self, index: usize, part: &Part) -> Pool {
        let sorted = self.sorted;
        let here = |placed: &&AssignedJob| placed.part == index;
        let mut made: Vec<QueueJob> = Vec::new();
        if let Some(history) = self.history {
            for entry in history.entries.iter() {
                if self.is_past(&entry) && self.belongs_to(history, &entry, index) {
                    made.extend(self.ended_job(history, &entry, part));
                }
            }
        }
        for placed in sorted.running.iter().filter(here) {
            made.push(self.queued_job(placed, None));
        }
        let running = sorted
            .running
            .iter()
            .filter(here)
            .map(|placed| placed.units);
        let waiting: Vec<&AssignedJob> = sorted.waiting.iter().filter(here).collect();
        for (order, placed) in waiting.iter().enumerate() {
            made.push(self.queued_job(placed, Some(order)));
        }
        made.sort_by_key(|made| made.submit);
        let zero = made.first().map_or(self.now, |made| made.submit);
        let zero = Stamp(zero.0.div_euclid(1000) * 1000);
        let time = |stamp: Stamp| Time(nanoseconds(stamp.since(zero).max(0).unsigned_abs()));
        let mut job_of = vec![0; waiting.len()];
        for (job, made) in made.iter_mut().enumerate() {
            made.job.submit = time(made.submit);
            if let Some(order) = made.waiting_index {
                job_of[order] = job;
            }
        }
        let outcomes = made.iter().map(|made| {
            let started = made.start.map_or(Time::MAX, time);
            Outcome {
                entered: made.job.submit,
                started,
                completed: made.end.map_or(Time::MAX, time),
                executed: made.job.runtime,
                killed: false,
                refused: false,
            }
        });
        let outcomes = outcomes.collect();
        Pool {
            name: part.partitions.join(", "),
            outcomes,
            now: time(self.now),
            waiting: waiting
                .iter()
                .zip(job_of)
                .map(|(placed, job)| self.waiting(placed, job))
                .collect(),
            running: running.clone().count(),
            nodes_in_use: running.sum(),
            unit: match sorted.pools.size {
                Sizing::Cores => "core",
                _ => "node",
            },
            names: made
                .iter()
                .enumerate()
                .filter_map(|(job, made)| Some((job, made.name.clone()?)))
                .collect(),
            experiment: Arc::new(self.experiment(made, part.nodes, zero)),
        }
    }

    fn waiting(&self, placed: &AssignedJob, job: usize) -> Waiting {
        let queued = &placed.job;
        let seconds = |stamp: Stamp| self.now.since(stamp) as f64 / 1e3;
        Waiting {
            job,
            name: queued.name.clone(),
            partition: queued.partitions.join(","),
            user: queued.user.clone(),
            waited: queued.submit.map(|submit| seconds(submit).max(0.0)),
            planned: queued.start.map(|start| -seconds(start)),
            reason: queued.reason.clone(),
        }
    }

    /// Whether an entry of the history belongs to the part at `index`.
    fn belongs_to(&self, history: &Accounts, entry: &Entry, index: usize) -> bool {
        let names = history.names.partitions.names();
        let name = entry
            .partition
            .and_then(|partition| names.get(partition as usize));
        // Without a partition, or in one that no longer exists, it belongs to all.
        name.is_none_or(|name| {
            let found = self.sorted.pools.part_of(std::slice::from_ref(name));
            found.is_err() || found == Ok(index)
        })
    }

    fn ended_job(&mut self, history: &Accounts, entry: &Entry, part: &Part) -> Option<QueueJob> {
        let runtime = entry.executed_for().ok()?;
        let (had, requested) = self.sorted.pools.size.of(entry);
        let nodes = had.or(requested)?.clamp(1, part.nodes.max(1));
        let estimate = match entry.limit {
            Limit::Within(limit) if limit > 0 => limit,
            _ => runtime,
        };
        let moved = |stamp: Stamp| Stamp(stamp.0.saturating_add(self.shift));
        let start = moved(entry.start?);
        let names = &history.names;
        let counted = self.counted.as_mut();
        let request =
            counted.map(|counted| counted.request(owners_of_entry(history, entry), nodes));
        let group = entry.account.map(|index| (&names.accounts, index));
        let group = group.or(entry.group.map(|index| (&names.groups, index)));
        let group = group.and_then(|(list, index)| list.names().get(index as usize));
        Some(QueueJob {
            // Before that it did not wait for nodes.
            submit: moved(
                entry
                    .eligible
                    .map_or(entry.submit, |at| at.max(entry.submit)),
            )
            .min(start),
            job: JobSpec::exact(Time::ZERO, Duration(nanoseconds(runtime)), nodes)
                .with_estimate(Duration(nanoseconds(estimate))),
            label: JobLabel::new(
                entry.number,
                &JobAttributes {
                    user: self.user(history, entry).map(|name| self.users.of(name)),
                    group: group.map(|name| self.accounts.of(name)),
                    ..JobAttributes::default()
                },
            ),
            start: Some(start),
            end: entry.end.map(moved),
            waiting_index: None,
            name: None,
            request,
        })
    }

    fn queued_job(&mut self, placed: &AssignedJob, waits: Option<usize>) -> QueueJob {
        let job = &placed.job;
        let limit = Duration(nanoseconds(placed.limit));
        let start = match (waits, job.used) {
            (Some(_), _) => None,
            (None, Some(used)) => Some(Stamp(self.now.0.saturating_sub_unsigned(used))),
            (None, None) => job.start,
        };
        let submit = job.submit.or(start).unwrap_or(self.now);
        let counted = self.counted.as_mut();
        let request = counted.map(|counted| counted.request(owners_of(job), placed.units));
        QueueJob {
            // Clocks may be put forward and back.
            submit: submit.min(start.unwrap_or(self.now)).min(self.now),
            job: JobSpec::exact(Time::ZERO, limit, placed.units),
            label: JobLabel::new(
                job.number,
                &JobAttributes {
                    user: job.user.as_deref().map(|name| self.users.of(name)),
                    group: job.account.as_deref().map(|name| self.accounts.of(name)),
                    ..JobAttributes::default()
                },
            ),
            start,
            end: None,
            waiting_index: waits,
            name: Some(job.name.clone()),
            request,
        }
    }

    fn experiment(&self, made: Vec<QueueJob>, nodes: u32, zero: Stamp) -> Experiment {
        let requests: Option<Vec<ClusterRequest>> = made.iter().map(|made| made.request).collect();
        let counted = self.counted.as_ref().zip(requests);
        Experiment {
            cluster: counted.and_then(|(counted, requests)| counted.cluster(nodes, requests)),
            ..experiment(made, nodes, zero, self.zone)
        }
    }
}

fn experiment(made: Vec<QueueJob>, nodes: u32, zero: Stamp, zone: Option<&str>) -> Experiment {
    let machine = Machine::cluster(Some(nodes));
    let start = zero.0.div_euclid(1000);
    let (jobs, labels) = made.into_iter().map(|made| (made.job, made.label)).unzip();
    Experiment {
        scenario: Scenario::of(machine, Workload::Jobs(Vec::new())),
        nodes,
        size_unit: Unit::default(),
        hosting: ServerData::default(),
        precedents: Precedents::default(),
        names: Vec::new(),
        memory: Memory::default(),
        transfer: transfer_of(None, Memory::default()),
        outages: OutageData::default(),
        power: None,
        cluster: None,
        warm_up: None,
        growth: None,
        jobs,
        labels,
        molds: Vec::new(),
        remarks: Vec::new(),
        source: None,
        unix_start: Some(start),
        clock: Clock::new(start, zone),
        label_names: NameTables::default(),
    }
}
