//! What is free over time and fits nobody who waits.

use std::collections::BTreeMap;

use cosched_core::Time;
use cosched_core::machine::cluster::{Amounts, Ask, Shape};

use crate::record::{Run, Segment};

/// So many nodes are looked at in all, and so many times each where jobs share them: in larger
/// runs only some of the instants, evenly.
const MOST_LOOKS: usize = 200_000_000;
const LOOKS_AT_SHARED: usize = 50;

/// What is free from an instant on, until the next: nodes, or cores where jobs share nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moment {
    /// The instant.
    pub at: Time,
    /// What is free, in service.
    pub free: u32,
    /// What of that fits nobody who waits; nothing if nobody does.
    pub unfit: u32,
}

/// Whether it can be said of `run`: each job has its own nodes, or its own part of them.
pub fn is_known(run: &Run) -> bool {
    let policy = run.policy;
    let has_its_own = !policy.is_for_servers()
        && !policy.shares_nodes()
        && !policy.has_quanta()
        && !policy.molds();
    has_its_own && run.experiment.added().is_empty() && !run.segments.is_empty()
}

/// What is free in `run` over time, and fits nobody who waits.
///
/// A job that waits fits if there is room for all it asks for on what is free; what is free
/// of a node fits nobody if no such job could have a part of its own there. Limits,
/// reservations and maintenance ahead do not count.
pub fn fragmentation(run: &Run) -> Option<Vec<Moment>> {
    if !is_known(run) {
        return None;
    }
    let holds = holds(run);
    let mut changes = changes(run, &holds);
    changes.sort_by_key(|(at, _)| *at);
    let mut instants: Vec<Time> = changes.iter().map(|(at, _)| *at).collect();
    instants.dedup();
    let each = match run.experiment.cluster {
        Some(_) => LOOKS_AT_SHARED,
        None => 1,
    };
    let looks = instants.len() * each * run.experiment.whole_nodes() as usize;
    let step = looks.div_ceil(MOST_LOOKS).max(1);
    let mut state = State::of(run);
    let (mut moments, mut place) = (Vec::new(), 0);
    for (number, &at) in instants.iter().enumerate() {
        while let Some((_, change)) = changes.get(place).filter(|(then, _)| *then == at) {
            state.apply(change, &holds);
            place += 1;
        }
        if number % step == 0 || number + 1 == instants.len() {
            let (free, unfit) = state.free();
            moments.push(Moment { at, free, unfit });
        }
    }
    Some(moments)
}

/// What a job has from when until when.
struct Hold {
    from: Time,
    until: Time,
    job: usize,
    // Nodes, and how many of its nodes or tasks are on each.
    places: Vec<(u32, u32)>,
}

/// Something that changes what is free, or who waits.
enum Change {
    Taken(usize),
    Given(usize),
    Comes(usize),
    Goes(usize),
    Out(u32, u32),
    Back(u32, u32),
}

fn holds(run: &Run) -> Vec<Hold> {
    let mut found: Vec<Hold> = Vec::new();
    for group in run
        .segments
        .chunk_by(|a, b| (a.job, a.from) == (b.job, b.from))
    {
        let Some(first) = group.first() else { continue };
        found.push(Hold {
            from: first.from,
            until: first.until,
            job: first.job as usize,
            places: places(run, group),
        });
    }
    found
}

/// The nodes of these segments of a job, and how much it has on each.
fn places(run: &Run, group: &[Segment]) -> Vec<(u32, u32)> {
    let mut rows: BTreeMap<u32, u32> = BTreeMap::new();
    for segment in group {
        let end = segment.first_node + segment.nodes;
        match &run.experiment.cluster {
            None => rows.extend((segment.first_node..end).map(|node| (node, 1))),
            Some(cluster) => {
                let mut row = segment.first_node;
                while row < end {
                    let node = cluster.layout.node_of_core(row);
                    let beyond = cluster.layout.cores_before(node + 1).min(end);
                    *rows.entry(node).or_default() += beyond - row;
                    row = beyond;
                }
            }
        }
    }
    let ask = ask(run, group.first().map_or(0, |one| one.job as usize));
    let units = |cores: u32| (cores / ask.each.cores().max(1)).max(1);
    rows.into_iter()
        .map(|(node, cores)| (node, units(cores)))
        .collect()
}

/// What a job asks for: of equal nodes, one core of such as have no more.
fn ask(run: &Run, job: usize) -> Ask {
    let cluster = run.experiment.cluster.as_ref();
    let own = cluster.and_then(|cluster| cluster.asks.get(job).copied());
    own.unwrap_or_else(|| {
        let width = run.experiment.jobs.get(job).map_or(1, |job| job.nodes);
        Ask::nodes(width, Amounts::new(1, 0, 0))
    })
}

fn changes(run: &Run, holds: &[Hold]) -> Vec<(Time, Change)> {
    let mut all = Vec::new();
    for (place, hold) in holds.iter().enumerate() {
        all.push((hold.from, Change::Taken(place)));
        all.push((hold.until, Change::Given(place)));
    }
    for (job, outcome) in run.outcomes.iter().enumerate() {
        if !outcome.refused && outcome.entered < outcome.started {
            all.push((outcome.entered, Change::Comes(job)));
            all.push((outcome.started, Change::Goes(job)));
        }
    }
    for span in run.outages.iter().flat_map(|record| &record.spans) {
        all.push((span.from, Change::Out(span.first, span.count)));
        all.push((span.until, Change::Back(span.first, span.count)));
    }
    all.retain(|(at, _)| *at < Time::MAX);
    all
}

/// Jobs that go where each other can: partition, amounts, features, whether they want nodes
/// whole, and whether they ask for tasks.
type Like = (u32, [u32; 7], u64, bool, bool);

struct State<'r> {
    run: &'r Run,
    // What is free on each node, and how often it is out of service.
    nodes: Vec<(Amounts, u32)>,
    // Who waits, by where they can go, and by how many nodes or tasks they ask for.
    waiting: BTreeMap<Like, BTreeMap<u32, u32>>,
}

impl<'r> State<'r> {
    fn of(run: &'r Run) -> Self {
        let nodes = (0..run.experiment.whole_nodes()).map(|node| (room(run, node).0, 0));
        Self {
            run,
            nodes: nodes.collect(),
            waiting: BTreeMap::new(),
        }
    }

    fn takes_whole(&self, ask: &Ask) -> bool {
        let cluster = self.run.experiment.cluster.as_ref();
        let partition = cluster.and_then(|one| one.layout.partitions.get(ask.partition as usize));
        ask.whole_nodes || partition.is_some_and(|one| one.whole_nodes)
    }

    fn apply(&mut self, change: &Change, holds: &[Hold]) {
        match *change {
            Change::Taken(place) | Change::Given(place) => {
                let hold = &holds[place];
                let ask = ask(self.run, hold.job);
                let is_whole = self.takes_whole(&ask);
                let is_taken = matches!(change, Change::Taken(_));
                for &(node, units) in &hold.places {
                    let whole = room(self.run, node).0;
                    let Some((free, _)) = self.nodes.get_mut(node as usize) else {
                        continue;
                    };
                    *free = match (is_whole, is_taken) {
                        (true, true) => Amounts::NONE,
                        (true, false) => whole,
                        (false, true) => free.minus(&ask.each, units),
                        (false, false) => free.plus(&ask.each, units),
                    };
                }
            }
            Change::Comes(job) | Change::Goes(job) => {
                let ask = ask(self.run, job);
                let is_tasks = matches!(ask.shape, Shape::Tasks(_));
                let whole = self.takes_whole(&ask);
                let like = (ask.partition, ask.each.0, ask.features, whole, is_tasks);
                let sizes = self.waiting.entry(like).or_default();
                let count = sizes.entry(ask.units()).or_default();
                match change {
                    Change::Comes(_) => *count += 1,
                    _ => *count = count.saturating_sub(1),
                }
                if *count == 0 {
                    sizes.remove(&ask.units());
                }
                if sizes.is_empty() {
                    self.waiting.remove(&like);
                }
            }
            Change::Out(first, count) | Change::Back(first, count) => {
                let (first, count) = (first as usize, count as usize);
                for (_, out) in self.nodes.iter_mut().skip(first).take(count) {
                    match change {
                        Change::Out(..) => *out += 1,
                        _ => *out = out.saturating_sub(1),
                    }
                }
            }
        }
    }

    /// How many units of those who are like this there is room for on a node.
    fn units(&self, node: usize, like: &Like, most: u32) -> u32 {
        let &(partition, each, features, whole, is_tasks) = like;
        let (free, out) = self.nodes[node];
        let (all, has) = room(self.run, node as u32);
        let is_there = self.run.experiment.cluster.as_ref().is_none_or(|cluster| {
            let partition = &cluster.layout.partitions[partition as usize];
            partition.nodes[node / 64] >> (node % 64) & 1 == 1
        });
        let is_usable = out == 0 && is_there && has & features == features;
        match is_usable && !(whole && free != all) {
            true => free.fits(&Amounts(each), if is_tasks { most } else { 1 }),
            false => 0,
        }
    }

    /// What is free, and what of that fits nobody.
    fn free(&self) -> (u32, u32) {
        let in_service = self.nodes.iter().filter(|(_, out)| *out == 0);
        let free = in_service.map(|(free, _)| free.cores()).sum();
        if self.waiting.is_empty() || free == 0 {
            return (free, 0);
        }
        let fits = |(like, sizes): &(&Like, &BTreeMap<u32, u32>)| {
            let Some((&least, _)) = sizes.first_key_value() else {
                return false;
            };
            let mut room = 0u64;
            (0..self.nodes.len()).any(|node| {
                room += u64::from(self.units(node, like, least));
                room >= u64::from(least)
            })
        };
        let fitting: Vec<&Like> = self
            .waiting
            .iter()
            .filter(fits)
            .map(|(like, _)| like)
            .collect();
        let unfit = (0..self.nodes.len()).filter(|&node| {
            let (free, out) = self.nodes[node];
            let fits = |like: &&Like| self.units(node, like, 1) > 0;
            out == 0 && free.cores() > 0 && !fitting.iter().any(fits)
        });
        (free, unfit.map(|node| self.nodes[node].0.cores()).sum())
    }
}

/// What all of a node is, and its features.
fn room(run: &Run, node: u32) -> (Amounts, u64) {
    let Some(cluster) = &run.experiment.cluster else {
        return (Amounts::new(1, 0, 0), 0);
    };
    let mut end = 0;
    let mut kinds = cluster.layout.kinds.iter();
    let kind = kinds.find(|kind| {
        end += kind.node.count;
        node < end
    });
    kind.map_or((Amounts::NONE, 0), |kind| {
        (kind.node.room, kind.node.features)
    })
}
