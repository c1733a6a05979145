//! A sink that records placements on servers and the load of servers.

use cosched_core::engine::{Detail, Event, StartReason, View};
use cosched_core::{JobId, ServerId, Sink, Time};

use super::{Bound, PlacementRecord, Usage};
use crate::record::details::Recorder;
use crate::record::{Experiment, Run, Segment};

/// Records placements and the load of servers.
#[derive(Debug)]
pub(crate) struct PlacementSink<'e> {
    experiment: &'e Experiment,
    record: PlacementRecord,
    // For each server, the job that takes each row.
    rows: Vec<Vec<Option<u32>>>,
    segments: Vec<(u32, Segment)>,
    // For each job, its segments: the first and their number.
    own: Vec<(usize, usize)>,
    keeps_usage: bool,
}

impl<'e> PlacementSink<'e> {
    /// Makes a sink for a run of `experiment`; `keeps_usage` also keeps the load of servers and the
    /// rows of jobs.
    pub(crate) fn new(experiment: &'e Experiment, keeps_usage: bool) -> Self {
        let servers = &experiment.hosting.servers;
        let jobs = experiment.jobs.len();
        Self {
            experiment,
            record: PlacementRecord {
                servers: servers.clone(),
                server_of: vec![None; jobs],
                order: Vec::new(),
                keys: vec![Vec::new(); jobs],
                usage: vec![Vec::new(); servers.len()],
                first_row: Vec::new(),
                bound: Bound::default(),
            },
            rows: vec![Vec::new(); servers.len()],
            segments: Vec::new(),
            own: vec![(0, 0); jobs],
            keeps_usage,
        }
    }

    fn record_start(&mut self, at: Time, job: JobId, server: ServerId) {
        let number = job.index() as u32;
        self.record.server_of[job.index()] = Some(server.index() as u32);
        self.record.order.push(number);
        if !self.keeps_usage {
            return;
        }
        let kind = self.record.servers[server.index()].kind;
        let groups = self.experiment.hosting.threads.as_core().of(job, kind);
        let threads: u32 = match groups {
            [] => self.experiment.jobs[job.index()].nodes,
            groups => groups
                .iter()
                .filter(|group| !group.continues)
                .map(|group| group.count)
                .sum(),
        };
        let first = self.segments.len();
        for (row, rows) in take_rows(&mut self.rows[server.index()], number, threads) {
            let segment = Segment {
                from: at,
                until: Time::MAX,
                job: number,
                first_node: row,
                nodes: rows,
            };
            self.segments.push((server.index() as u32, segment));
        }
        self.own[job.index()] = (first, self.segments.len() - first);
    }

    fn leave(&mut self, at: Time, job: JobId) {
        let Some(server) = self.record.server_of[job.index()] else {
            return;
        };
        let (first, count) = std::mem::take(&mut self.own[job.index()]);
        for (_, segment) in &mut self.segments[first..first + count] {
            segment.until = at;
            let rows = &mut self.rows[server as usize];
            rows[segment.first_node as usize..][..segment.nodes as usize].fill(None);
        }
    }
}

/// Takes the first `count` free of `rows` for `job`, adding rows where there are too few; returns
/// them as spans.
fn take_rows(rows: &mut Vec<Option<u32>>, job: u32, count: u32) -> Vec<(u32, u32)> {
    let free = rows.iter().filter(|row| row.is_none()).count();
    rows.resize(rows.len() + (count as usize).saturating_sub(free), None);
    let mut spans: Vec<(u32, u32)> = Vec::new();
    let mut left = count;
    for (index, row) in (0..).zip(rows.iter_mut()) {
        if left == 0 {
            break;
        }
        if row.is_some() {
            continue;
        }
        *row = Some(job);
        left -= 1;
        match spans.last_mut() {
            Some((first, length)) if *first + *length == index => *length += 1,
            _ => spans.push((index, 1)),
        }
    }
    spans
}

impl Sink for PlacementSink<'_> {
    fn record(&mut self, at: Time, event: Event) {
        match event {
            Event::Started(job, StartReason::Placed { server, .. }) => {
                self.record_start(at, job, server);
            }
            Event::Completed(job) | Event::Killed(job, _) => self.leave(at, job),
            _ => {}
        }
    }

    fn instant(&mut self, view: &View<'_, '_>) {
        if !self.keeps_usage {
            return;
        }
        for (index, usage) in self.record.usage.iter_mut().enumerate() {
            let server = ServerId::new(index);
            let (requested, given) = view.bandwidth(server).unwrap_or_default();
            let now = Usage {
                from: view.now(),
                threads: view.servers()[index].threads(),
                requested: requested as f32,
                given: given as f32,
            };
            let same = usage.last().is_some_and(|last| {
                Usage {
                    from: now.from,
                    ..*last
                } == now
            });
            if !same {
                usage.push(now);
            }
        }
    }

    fn wants_reasons(&self) -> bool {
        self.keeps_usage
    }

    fn detail(&mut self, _: Time, detail: &Detail<'_>) {
        if let Detail::ServerKeys { job, keys } = *detail {
            self.weighed(job, keys);
        }
    }
}

impl PlacementSink<'_> {
    fn weighed(&mut self, job: JobId, keys: &[f64]) {
        self.record.keys[job.index()] = keys.to_vec();
    }
}

impl Recorder for PlacementSink<'_> {
    /// Also makes the bars of a chart with a row for each thread.
    fn finish(mut self: Box<Self>, run: &mut Run) {
        let mut first = 0;
        for (rows, server) in self.rows.iter().zip(&self.record.servers) {
            self.record.first_row.push(first);
            // All cores are shown, and more rows where there were more threads.
            first += (rows.len() as u32).max(server.cores);
        }
        self.record.first_row.push(first);
        let first_row = &self.record.first_row;
        let placed = self.segments.into_iter().map(|(server, segment)| Segment {
            first_node: segment.first_node + first_row[server as usize],
            ..segment
        });
        run.segments = placed.collect();
        self.record.bound = Bound::of(self.experiment);
        run.details.keep(self.record);
    }
}
