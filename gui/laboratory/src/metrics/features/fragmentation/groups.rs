//! Numbers of nodes with the same free amounts, and of waiting jobs by eligible nodes.

use std::collections::{BTreeMap, HashMap};

use cosched_core::Time;
use cosched_core::machine::cluster::{Amounts, ClusterRequest, UnitCount};

use super::FreeCapacity;
use super::changes::Change;
use crate::record::Run;
use crate::record::held_nodes::{held_nodes_of, request};

/// Key of jobs with the same eligible nodes: partition, amounts, features, whether they need whole
/// nodes, and whether they request tasks.
type RequestKey = (u32, [[u32; 7]; 2], u64, bool, bool);

/// Nodes of a kind in the same partitions, with their amounts when idle.
struct Class {
    room: Amounts,
    features: u64,
    partitions: Vec<bool>,
}

/// Nodes of a class with the same free amounts.
struct Group {
    class: u32,
    free: Amounts,
    // Number of nodes, and of those in service.
    nodes: u32,
    in_service: u32,
}

/// Free amounts and waiting jobs at an instant.
pub(super) struct Occupancy<'r> {
    run: &'r Run,
    classes: Vec<Class>,
    groups: Vec<Group>,
    // Index of the group by class and free amounts, and indices of groups without nodes.
    places: HashMap<(u32, Amounts), u32>,
    vacant: Vec<u32>,
    // The group of each node, and how many outages it has at once.
    nodes: Vec<(u32, u32)>,
    waiting: BTreeMap<RequestKey, BTreeMap<u32, u32>>,
}

impl<'r> Occupancy<'r> {
    pub(super) fn of(run: &'r Run) -> Self {
        let mut state = Self {
            run,
            classes: Vec::new(),
            groups: Vec::new(),
            places: HashMap::new(),
            vacant: Vec::new(),
            nodes: Vec::new(),
            waiting: BTreeMap::new(),
        };
        let mut known: HashMap<(usize, Vec<bool>), u32> = HashMap::new();
        for node in 0..run.experiment.whole_nodes() {
            let (kind, class) = class(run, node);
            let next = state.classes.len() as u32;
            let index = *known
                .entry((kind, class.partitions.clone()))
                .or_insert(next);
            if index == next {
                state.classes.push(class);
            }
            let group = state.group(index, state.classes[index as usize].room);
            state.nodes.push((group, 0));
            state.count(group, true, 1);
        }
        state
    }

    /// Returns the number of looks at groups that [`Occupancy::free_capacity`] takes at most.
    pub(super) fn looks(&self) -> u64 {
        self.groups.len() as u64 * (1 + 2 * self.waiting.len() as u64)
    }

    /// Index of the group of nodes of `class` with so much free.
    fn group(&mut self, class: u32, free: Amounts) -> u32 {
        let (groups, vacant) = (&mut self.groups, &mut self.vacant);
        *self.places.entry((class, free)).or_insert_with(|| {
            let group = Group {
                class,
                free,
                nodes: 0,
                in_service: 0,
            };
            match vacant.pop() {
                Some(index) => {
                    groups[index as usize] = group;
                    index
                }
                None => {
                    groups.push(group);
                    groups.len() as u32 - 1
                }
            }
        })
    }

    fn count(&mut self, group: u32, is_in: bool, nodes: u32) {
        let one = &mut self.groups[group as usize];
        one.nodes += nodes;
        one.in_service += if is_in { nodes } else { 0 };
    }

    fn uncount(&mut self, group: u32, is_in: bool) {
        let one = &mut self.groups[group as usize];
        one.nodes -= 1;
        one.in_service -= u32::from(is_in);
        if one.nodes == 0 {
            self.places.remove(&(one.class, one.free));
            self.vacant.push(group);
        }
    }

    fn takes_whole(&self, request: &ClusterRequest) -> bool {
        let cluster = self.run.experiment.cluster.as_ref();
        let partition =
            cluster.and_then(|one| one.layout.partitions.get(request.partition as usize));
        request.whole_nodes || partition.is_some_and(|one| one.whole_nodes)
    }

    pub(super) fn apply(&mut self, change: &Change) {
        match *change {
            Change::Taken(period) => self.hold(period, true),
            Change::Given(period) => self.hold(period, false),
            Change::Comes(job) => self.wait(job, true),
            Change::Goes(job) => self.wait(job, false),
            Change::Out(first, count) => self.serve(first..first + count, false),
            Change::Back(first, count) => self.serve(first..first + count, true),
        }
    }

    /// Takes or releases the nodes of that period.
    fn hold(&mut self, period: usize, is_taken: bool) {
        let hold = held_nodes_of(self.run, period);
        let request = request(self.run, hold.job);
        let is_whole = self.takes_whole(&request);
        for &(first, count, units) in &hold.places {
            // Neighbours mostly go from one group to another together.
            let mut known = None;
            for node in first..first + count {
                let Some(&(from, out)) = self.nodes.get(node as usize) else {
                    break;
                };
                let to = match known.filter(|(before, _)| *before == from) {
                    Some((_, to)) => to,
                    None => {
                        let Group { class, free, .. } = self.groups[from as usize];
                        let free = match (is_whole, is_taken) {
                            (true, true) => Amounts::NONE,
                            (true, false) => self.classes[class as usize].room,
                            (false, true) => request.take_from(&free, units),
                            (false, false) => request.give_back_to(&free, units),
                        };
                        self.group(class, free)
                    }
                };
                known = Some((from, to));
                self.nodes[node as usize].0 = to;
                self.count(to, out == 0, 1);
                self.uncount(from, out == 0);
            }
        }
    }

    /// Adds `job` to the waiting ones, or removes it.
    fn wait(&mut self, job: usize, comes: bool) {
        let request = request(self.run, job);
        let is_tasks = matches!(request.shape, UnitCount::Tasks(_));
        let whole = self.takes_whole(&request);
        let like = (
            request.partition,
            [request.each.0, request.per_node.0],
            request.features,
            whole,
            is_tasks,
        );
        let sizes = self.waiting.entry(like).or_default();
        let count = sizes.entry(request.units()).or_default();
        *count = if comes {
            *count + 1
        } else {
            count.saturating_sub(1)
        };
        if *count == 0 {
            sizes.remove(&request.units());
        }
        if sizes.is_empty() {
            self.waiting.remove(&like);
        }
    }

    /// Puts these nodes into service again, or out of it.
    fn serve(&mut self, nodes: std::ops::Range<u32>, is_back: bool) {
        for node in nodes {
            let Some((group, out)) = self.nodes.get_mut(node as usize) else {
                break;
            };
            let before = *out;
            *out = if is_back {
                out.saturating_sub(1)
            } else {
                *out + 1
            };
            let one = &mut self.groups[*group as usize];
            one.in_service -= u32::from(before == 0);
            one.in_service += u32::from(*out == 0);
        }
    }

    /// Number of units of jobs with key `like` that a node of `group` has room for.
    fn units(&self, group: &Group, like: &RequestKey, most: u32) -> u32 {
        let &(partition, [each, per_node], features, whole, is_tasks) = like;
        let class = &self.classes[group.class as usize];
        let is_there = class
            .partitions
            .get(partition as usize)
            .copied()
            .unwrap_or(true);
        let has = class.features & features == features;
        if is_there && has && !(whole && group.free != class.room) {
            let units = if is_tasks { most } else { 1 };
            let request = ClusterRequest {
                per_node: Amounts(per_node),
                ..ClusterRequest::tasks(units, Amounts(each))
            };
            request.units_in(&group.free)
        } else {
            0
        }
    }

    /// Returns the free amount from `at` on, and the part of it that fits no waiting job.
    pub(super) fn free_capacity(&self, at: Time) -> FreeCapacity {
        let groups = self.groups.iter().filter(|group| group.in_service > 0);
        let groups: Vec<&Group> = groups.filter(|group| group.free.cores() > 0).collect();
        let all = groups
            .iter()
            .map(|group| group.in_service * group.free.cores());
        let free = all.sum();
        if self.waiting.is_empty() || free == 0 {
            return FreeCapacity {
                at,
                free,
                unfit: 0,
                fits: false,
            };
        }
        let fits = |(like, sizes): &(&RequestKey, &BTreeMap<u32, u32>)| {
            let Some((&least, _)) = sizes.first_key_value() else {
                return false;
            };
            let mut room = 0u64;
            groups.iter().any(|group| {
                let units = self.units(group, like, least);
                room += u64::from(group.in_service) * u64::from(units);
                room >= u64::from(least)
            })
        };
        let waiting = self.waiting.iter();
        let fitting: Vec<&RequestKey> = waiting.filter(fits).map(|(like, _)| like).collect();
        let is_unfit = |group: &&&Group| {
            let mut likes = fitting.iter();
            !likes.any(|like| self.units(group, like, 1) > 0)
        };
        let unfit = groups.iter().filter(is_unfit);
        let unfit = unfit.map(|group| group.in_service * group.free.cores());
        FreeCapacity {
            at,
            free,
            unfit: unfit.sum(),
            fits: !fitting.is_empty(),
        }
    }
}

/// The kind of `node`, and its class.
fn class(run: &Run, node: u32) -> (usize, Class) {
    let Some(cluster) = &run.experiment.cluster else {
        let class = Class {
            room: Amounts::new(1, 0, 0),
            features: 0,
            partitions: Vec::new(),
        };
        return (0, class);
    };
    let layout = &cluster.layout;
    let kind = layout.kind_of(node);
    let own = layout.kinds.get(kind).map(|kind| kind.node);
    let partitions = layout.partitions.iter();
    let class = Class {
        room: own.map_or(Amounts::NONE, |own| own.room),
        features: own.map_or(0, |own| own.features),
        partitions: partitions.map(|one| one.as_core().has(node)).collect(),
    };
    (kind, class)
}
