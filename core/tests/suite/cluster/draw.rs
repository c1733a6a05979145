//! Random cases: a few nodes and jobs, and all features of a cluster.

use cosched_core::machine::cluster::{Awaited, LICENCES, Limits, Preemption};
use cosched_core::random::Random;

use super::node_choice::Choice;
use super::oracle::{AMOUNTS, sleep::Sleep};
use super::storage::SetupStorage;
use super::topology::Topology;

#[derive(Clone, Debug)]
pub(crate) struct Kind {
    pub(crate) count: usize,
    pub(crate) room: [u32; AMOUNTS],
    pub(crate) features: u64,
}

#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub(crate) nodes: Vec<bool>,
    pub(crate) tier: u32,
    pub(crate) up: bool,
    pub(crate) whole: bool,
    pub(crate) preempt: Preemption,
}

#[derive(Clone, Debug)]
pub(crate) struct Job {
    pub(crate) submit: u64,
    pub(crate) runtime: u64,
    pub(crate) estimate: u64,
    pub(crate) partition: usize,
    pub(crate) tasks: bool,
    pub(crate) count: u32,
    pub(crate) spec_nodes: u32,
    pub(crate) each: [u32; AMOUNTS],
    /// Memory on each of its nodes besides.
    pub(crate) node_memory: u32,
    /// Thousandths of one GPU for each of its units, in place of whole ones.
    pub(crate) share: u32,
    pub(crate) features: u64,
    pub(crate) whole: bool,
    pub(crate) reservation: Option<usize>,
    pub(crate) ids: [u32; 4],
    pub(crate) licences: [u16; LICENCES],
    /// Jobs ahead of it that it depends on, and what they must have done.
    pub(crate) after: Vec<(usize, Awaited)>,
}

impl Job {
    /// Units of it that fit into `free` of a node, at most `most`.
    pub(crate) fn fit(&self, mut free: [u32; AMOUNTS], most: u32) -> u32 {
        if free[1] < self.node_memory {
            return 0;
        }
        free[1] -= self.node_memory;
        let all = free.iter().zip(self.each);
        let each = all.filter_map(|(free, each)| free.checked_div(each));
        each.min().unwrap_or(most).min(most)
    }

    /// What stays of `free` of a node with so many units of it.
    pub(crate) fn rest(&self, mut free: [u32; AMOUNTS], units: u32) -> [u32; AMOUNTS] {
        for (free, each) in free.iter_mut().zip(self.each) {
            *free = free.saturating_sub(each * units);
        }
        free[1] = free[1].saturating_sub(self.node_memory);
        free
    }

    /// The most units of it on a node.
    pub(crate) fn most_on_a_node(&self) -> u32 {
        if self.tasks { self.count } else { 1 }
    }
}

/// Nodes of an advance reservation.
#[derive(Clone, Debug)]
pub(crate) struct Reserved {
    pub(crate) nodes: Vec<bool>,
    pub(crate) from: u64,
    pub(crate) until: u64,
}

#[derive(Clone, Debug)]
pub(crate) struct Window {
    pub(crate) from: u64,
    pub(crate) until: u64,
    pub(crate) nodes: std::ops::Range<usize>,
}

/// A quality of service that preempts others.
#[derive(Clone, Debug)]
pub(crate) struct Qos {
    /// Whether it preempts each of them.
    pub(crate) preempts: Vec<bool>,
    pub(crate) preempt: Preemption,
    pub(crate) priority: u32,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum LimitKind {
    User,
    Account,
    Qos,
    UserOfQos,
}

impl LimitKind {
    pub(crate) const ALL: [Self; 4] = [Self::User, Self::Account, Self::Qos, Self::UserOfQos];
}

#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) kinds: Vec<Kind>,
    pub(crate) partitions: Vec<Part>,
    pub(crate) jobs: Vec<Job>,
    pub(crate) windows: Vec<Window>,
    pub(crate) reserved: Vec<Reserved>,
    pub(crate) limits: [Vec<Limits>; 4],
    /// The account above each account with limits; empty if none is above another.
    pub(crate) parents: Vec<Option<u32>>,
    /// How many there are of each licence.
    pub(crate) licences: Vec<u32>,
    /// Those that preempt others; none where partitions do.
    pub(crate) qos: Vec<Qos>,
    pub(crate) kills: bool,
    /// Switches or blocks by which Slurm chooses nodes.
    pub(crate) topology: Topology,
    /// Whether Slurm plans on busy nodes first.
    pub(crate) busy_first: bool,
    pub(crate) choice: Choice,
    /// How long jobs go on beyond their estimates until they are killed.
    pub(crate) overrun: u64,
    pub(crate) sleep: Vec<Sleep>,
}

/// A case of its own for each number.
pub(crate) fn case(number: u64) -> Case {
    scaled(number, 1)
}

/// A case with `scale` times the nodes and jobs.
pub(crate) fn scaled(number: u64, scale: u64) -> Case {
    let mut random = Random::new(number, 17);
    let mut draw = |bound: u64| random.below(bound);
    let kinds: Vec<Kind> = (0..1 + draw(3))
        .map(|_| Kind {
            count: (scale * (1 + draw(4))) as usize,
            room: [1 + draw(6) as u32, draw(9) as u32, draw(3) as u32],
            features: draw(4),
        })
        .collect();
    let nodes: usize = kinds.iter().map(|kind| kind.count).sum();
    let mut partitions: Vec<Part> = (0..1 + draw(3))
        .map(|_| Part {
            nodes: (0..nodes).map(|_| draw(3) > 0).collect(),
            tier: draw(2) as u32,
            up: draw(12) > 0,
            whole: draw(4) == 0,
            preempt: Preemption::NONE,
        })
        .collect();
    partitions[0].nodes.fill(true);
    let with_windows = draw(3) == 0;
    let mut windows = Vec::new();
    let mut from = 0;
    for _ in 0..if with_windows { 1 + draw(2) } else { 0 } {
        from += draw(20);
        let first = draw(nodes as u64) as usize;
        let count = 1 + draw((nodes - first) as u64) as usize;
        let until = from + 1 + draw(15);
        windows.push(Window {
            from,
            until,
            nodes: first..first + count,
        });
        from = until;
    }
    let mut reserved: Vec<Reserved> = Vec::new();
    for _ in 0..if draw(3) == 0 { 1 + draw(3) } else { 0 } {
        let from = draw(30);
        let one = Reserved {
            nodes: (0..nodes).map(|_| draw(2) > 0).collect(),
            from,
            until: from + 1 + draw(40),
        };
        let clashes = |other: &Reserved| {
            let both = (0..nodes).any(|node| one.nodes[node] && other.nodes[node]);
            both && one.from < other.until && other.from < one.until
        };
        if !reserved.iter().any(clashes) {
            reserved.push(one);
        }
    }
    let mut limits = [const { Vec::new() }; 4];
    if draw(2) == 0 {
        for table in &mut limits {
            *table = (0..draw(3)).map(|_| draw_limits(&mut draw)).collect();
        }
    }
    let mut case = Case {
        kinds,
        partitions,
        jobs: Vec::new(),
        windows,
        reserved,
        limits,
        parents: Vec::new(),
        licences: Vec::new(),
        qos: Vec::new(),
        kills: with_windows || draw(4) > 0,
        topology: Topology::default(),
        busy_first: false,
        choice: Choice::ByCores,
        overrun: 0,
        sleep: Vec::new(),
    };
    let mut memory = Random::new(number, 20);
    let (mut submit, wanted) = (0, (scale * (2 + draw(14))) as usize);
    while case.jobs.len() < wanted {
        if draw(scale) == 0 {
            submit += draw(5);
        }
        let runtime = 1 + draw(12);
        let estimate = match draw(4) {
            0 => runtime,
            1 => 1 + draw(runtime),
            _ => runtime + draw(15),
        };
        let tasks = draw(3) == 0;
        let count = 1 + draw(if tasks { 8 } else { 4 }) as u32;
        case.jobs.push(Job {
            submit,
            runtime,
            estimate,
            partition: draw(case.partitions.len() as u64) as usize,
            tasks,
            count,
            spec_nodes: if tasks { 1 } else { count },
            each: [
                1 + draw(4) as u32,
                draw(5) as u32,
                draw(6).saturating_sub(4) as u32,
            ],
            node_memory: memory.below(9).saturating_sub(5) as u32,
            share: 0,
            features: draw(6).saturating_sub(4),
            whole: draw(8) == 0,
            reservation: match case.reserved.len() as u64 {
                0 => None,
                some => Some(draw(2 * some) as usize).filter(|&one| one < some as usize),
            },
            ids: [0; 4].map(|_| draw(3) as u32),
            licences: [0; LICENCES],
            after: Vec::new(),
        });
        let owned = SetupStorage::new(&case);
        let (partitions, advance) = (owned.partitions(), owned.advance());
        let setup = owned.setup(&partitions, &advance);
        let last = case.jobs.len() - 1;
        let job = &case.jobs[last];
        let lasts = |one: usize| case.reserved[one].until - case.reserved[one].from;
        if setup.room_for(&owned.requests[last]) < u64::from(count)
            || job.reservation.is_some_and(|one| lasts(one) < job.estimate)
            || u64::from(count) > 64
            || (!tasks && count as usize > nodes)
        {
            case.jobs.pop();
        }
    }
    add_dependencies(&mut case, number);
    add_parents(&mut case, number);
    add_licences(&mut case, number);
    case
}

fn draw_limits(draw: &mut impl FnMut(u64) -> u64) -> Limits {
    let limit = |value: u64| {
        if value > 6 {
            u32::MAX
        } else {
            1 + value as u32
        }
    };
    Limits {
        running: limit(draw(12)),
        nodes: limit(draw(14)),
        cores: limit(draw(20)).saturating_mul(2),
        gpus: limit(draw(9)),
        submitted: limit(draw(10)),
    }
}

/// Puts accounts below others in two of three cases with limits of accounts, and some above those of
/// jobs.
fn add_parents(case: &mut Case, number: u64) {
    let mut random = Random::new(number, 21);
    let accounts = &mut case.limits[LimitKind::Account as usize];
    if accounts.is_empty() || random.below(3) == 0 {
        return;
    }
    let mut draw = |bound: u64| random.below(bound);
    while accounts.len() < 3 {
        accounts.push(Limits::NONE);
    }
    for _ in 0..draw(3) {
        accounts.push(draw_limits(&mut draw));
    }
    // Each is below one drawn before it, in an order of their own.
    let mut order: Vec<usize> = (0..accounts.len()).collect();
    for last in (1..order.len()).rev() {
        order.swap(last, draw(last as u64 + 1) as usize);
    }
    case.parents = vec![None; accounts.len()];
    for place in 1..order.len() {
        let above = draw(place as u64 + 1) as usize;
        case.parents[order[place]] = order[..place].get(above).map(|&one| one as u32);
    }
}

/// Lets jobs of every third case hold some of two licences.
fn add_licences(case: &mut Case, number: u64) {
    let mut random = Random::new(number, 24);
    if random.below(3) > 0 {
        return;
    }
    case.licences = (0..2).map(|_| 1 + random.below(3) as u32).collect();
    for job in &mut case.jobs {
        for (own, all) in job.licences.iter_mut().zip(&case.licences) {
            *own = random
                .below(u64::from(2 * all + 1))
                .saturating_sub(u64::from(*all)) as u16;
        }
    }
}

/// Lets jobs of every third case depend on others.
fn add_dependencies(case: &mut Case, number: u64) {
    let mut random = Random::new(number, 19);
    if random.below(3) > 0 {
        return;
    }
    for job in 1..case.jobs.len() {
        for _ in 0..random.below(5).saturating_sub(2) {
            let awaited = if random.below(3) == 0 {
                Awaited::Start
            } else {
                Awaited::End
            };
            let other = random.below(job as u64) as usize;
            case.jobs[job].after.push((other, awaited));
        }
    }
}

/// Lets jobs hold no licences.
fn clear_licences(case: &mut Case) {
    case.licences.clear();
    for job in &mut case.jobs {
        job.licences = [0; LICENCES];
    }
}

/// A case with maintenance, and neither limits, dependencies nor partitions that are down; jobs end
/// exactly at their estimates if these are exact.
pub(crate) fn around_windows(number: u64, are_exact: bool) -> Case {
    let mut case = case(number);
    let mut random = Random::new(number, 18);
    case.limits = [const { Vec::new() }; 4];
    case.parents.clear();
    clear_licences(&mut case);
    case.jobs.iter_mut().for_each(|job| job.after.clear());
    case.kills = true;
    for partition in &mut case.partitions {
        partition.up = true;
    }
    for job in case.jobs.iter_mut().filter(|_| are_exact) {
        job.runtime = job.runtime.min(job.estimate);
        job.estimate = job.runtime;
    }
    let (nodes, mut from) = (case.nodes() as u64, 0);
    case.windows.clear();
    for _ in 0..1 + random.below(4) {
        from += random.below(20);
        let (until, first) = (from + 1 + random.below(30), random.below(nodes) as usize);
        let count = 1 + random.below(nodes - first as u64) as usize;
        let overlaps = |other: &Window| {
            let (last, end) = (first + count, other.nodes.end);
            from < other.until && first < end && other.nodes.start < last
        };
        if !case.windows.iter().any(overlaps) {
            let nodes = first..first + count;
            case.windows.push(Window { from, until, nodes });
        }
    }
    case
}
