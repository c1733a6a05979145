//! Spans in which a log shows that a single node took no jobs, though one that it suited waited.

use std::collections::{BTreeSet, HashMap};

use super::standstill::{LARGEST_CHANCE, PROMPT, SHORTEST, share_that_waits};
use crate::run::fit::Owner;
use crate::run::fit::evidence::{Evidence, RanJob};
use crate::run::fit::held::{Step, Users, steps};
use crate::run::fit::node_names::{NodesOfJobs, ProposedMachine};

/// A job starts for the room that another left if that was on its node, within so many milliseconds
/// before: a minute.
const SOON: i64 = 60_000;

/// Most idle nodes of a kind, as a share of all: one in so many.
const FEW: u32 = 4;

/// Span in which a node took no jobs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct NodeGap {
    /// The node, by its index on the machine.
    pub(super) node: u32,
    /// Its begin and its end, in milliseconds.
    pub(super) from: i64,
    /// See `from`.
    pub(super) until: i64,
    /// Jobs that waited meanwhile, and started on another node of its kind as soon as a job left that.
    pub(super) jobs: u32,
    /// Their users.
    pub(super) users: u32,
    /// Whether a job was killed at its begin as a node failed.
    pub(super) failed: bool,
}

/// Gaps of the nodes of a log.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct NodeGaps {
    /// Those that chance would hardly give, in the order of their ends.
    pub(super) gaps: Vec<NodeGap>,
    /// Jobs of one node that found several idle nodes of their kind.
    pub(super) comers: u32,
    /// Those of them that started within ten minutes.
    pub(super) prompt: u32,
}

/// The gaps that `evidence` shows on the nodes of `machine`, on which its jobs ran as `nodes` says.
///
/// A node that ran jobs before and after is idle. Meanwhile a job of one node waits for ten minutes or
/// more, whose user has nothing running, so that no limit of it holds the job, and then starts within a
/// minute of the end of another job on its node: it waited for room. In that minute no job of its account
/// and of its quality of service ended, whose limit would have held it till then; those that more than
/// half of the jobs are of are not asked, as their limit would be one of the machine, and who has no
/// account that is known shows nothing. (This came when seven logs of eighteen that were simulated
/// with limits of accounts, and no outage, showed some.) The node is of the same kind and in
/// the same partitions as the idle one, so the job would have fitted there. All the while every job that
/// waits for these partitions is one that ran on a single node of that kind: no reservation of a wider
/// one explains that the node stays idle, and whatever the order, the first would have started there. And
/// at most a quarter of the nodes of the kind are idle, so that its neighbours are used.
///
/// The job may still have been held by what the log does not show, and let go by chance as a node was
/// left. So several users must have waited, as of a standstill of the machine: what share of the jobs of
/// one node waited that found two idle nodes of their kind or more, to the power of the users, times the gaps
/// that were looked at. A job at the begin of the gap that was killed as a node failed counts as one more
/// user.
///
/// The gap is from when the first of these jobs waited, or from when the failed job ended, to the start
/// of the last of them, or to the next job on the node if that waited as long; an hour or more.
pub(super) fn node_gaps(
    evidence: &Evidence<'_>,
    machine: &ProposedMachine,
    nodes: &NodesOfJobs,
) -> NodeGaps {
    let mut watch = Watch::new(&evidence.jobs, machine, nodes);
    for (at, step, index) in steps(&evidence.jobs) {
        watch.step(at, step, index);
    }
    watch.finish()
}

/// A node, as it is at an instant.
#[derive(Clone, Debug, Default)]
struct Node {
    kind: usize,
    running: u32,
    /// Since when nothing ran, if something did before.
    idle: Option<i64>,
    /// When a job last ended.
    left: Option<i64>,
    /// Who waited meanwhile.
    missed: Missed,
}

/// Jobs that waited while a node was idle.
#[derive(Clone, Debug, Default)]
struct Missed {
    users: BTreeSet<Option<u32>>,
    jobs: u32,
    /// From when the first waited, and when the last started.
    span: Option<[i64; 2]>,
    failed: bool,
}

/// Nodes of a kind, as they are at an instant.
#[derive(Clone, Debug)]
struct Kind {
    count: u32,
    idle: u32,
    /// Waiting jobs of its partitions that did not run on one node of it, and since when there are none.
    others: u32,
    clear: i64,
}

/// Accounts or qualities of service, and when a job of each ended last.
struct Groups {
    owner: Owner,
    ended: HashMap<u32, i64>,
    /// The one that more than half of all jobs are of.
    main: Option<u32>,
}

impl Groups {
    fn of(jobs: &[RanJob], owner: Owner) -> Self {
        let mut counts: HashMap<u32, usize> = HashMap::new();
        for index in jobs.iter().filter_map(|job| job.owners[owner as usize]) {
            *counts.entry(index).or_default() += 1;
        }
        let main = counts.into_iter().find(|(_, count)| 2 * count > jobs.len());
        Self {
            owner,
            ended: HashMap::new(),
            main: main.map(|(index, _)| index),
        }
    }

    fn has(&self, job: &RanJob) -> bool {
        job.owners[self.owner as usize].is_some()
    }

    fn end(&mut self, at: i64, job: &RanJob) {
        if let Some(index) = job.owners[self.owner as usize] {
            self.ended.insert(index, at);
        }
    }

    /// Whether no limit of them lets the job go at that instant.
    fn is_free(&self, at: i64, job: &RanJob) -> bool {
        let own = job.owners[self.owner as usize];
        let own = own.filter(|own| self.main != Some(*own));
        let ended = own.and_then(|own| self.ended.get(&own));
        ended.is_none_or(|ended| at - ended > SOON)
    }
}

/// The nodes and their queue, step by step.
struct Watch<'a> {
    jobs: &'a [RanJob],
    machine: &'a ProposedMachine,
    of_jobs: &'a NodesOfJobs,
    nodes: Vec<Node>,
    kinds: Vec<Kind>,
    users: Users,
    accounts: Groups,
    qos: Groups,
    gaps: Vec<NodeGap>,
    comers: u32,
    prompt: u32,
}

impl<'a> Watch<'a> {
    fn new(jobs: &'a [RanJob], machine: &'a ProposedMachine, of_jobs: &'a NodesOfJobs) -> Self {
        let mut nodes = Vec::new();
        for (kind, of_kind) in machine.kinds.iter().enumerate() {
            let node = Node {
                kind,
                ..Node::default()
            };
            nodes.extend(vec![node; of_kind.count as usize]);
        }
        let kinds = machine.kinds.iter().map(|kind| Kind {
            count: kind.count,
            idle: 0,
            others: 0,
            clear: i64::MIN,
        });
        Self {
            jobs,
            machine,
            of_jobs,
            nodes,
            kinds: kinds.collect(),
            users: Users::default(),
            accounts: Groups::of(jobs, Owner::Account),
            qos: Groups::of(jobs, Owner::Qos),
            gaps: Vec::new(),
            comers: 0,
            prompt: 0,
        }
    }

    fn step(&mut self, at: i64, step: Step, index: usize) {
        let job = &self.jobs[index];
        match step {
            Step::Comes => {
                self.count_other(at, index, true);
                self.comes(at, index);
            }
            Step::Starts => {
                self.count_other(at, index, false);
                self.note(at, index);
                self.take(at, index);
            }
            Step::Ends => self.leave(at, index),
        }
        self.users.step(at, step, job);
        if step == Step::Ends {
            self.accounts.end(at, job);
            self.qos.end(at, job);
        }
    }

    /// The node and its kind, if the job ran on one.
    fn alone(&self, index: usize) -> Option<(usize, usize)> {
        let [node] = self.of_jobs.of(index) else {
            return None;
        };
        Some((*node as usize, self.nodes[*node as usize].kind))
    }

    /// Counts a job that comes into the queue, or leaves it, with the kinds that it shows nothing of.
    fn count_other(&mut self, at: i64, index: usize, comes: bool) {
        let own = self.alone(index).map(|(_, kind)| kind);
        let partition = self.jobs[index].partition;
        for (number, kind) in self.kinds.iter_mut().enumerate() {
            if own == Some(number) || !self.machine.is_kind_of(number, partition) {
                continue;
            }
            if comes {
                kind.others += 1;
            } else {
                kind.others = kind.others.saturating_sub(1);
            }
            kind.clear = at;
        }
    }

    /// Counts a job that finds idle nodes of its kind: more than one, as one may be out of service.
    fn comes(&mut self, at: i64, index: usize) {
        let Some((_, kind)) = self.alone(index) else {
            return;
        };
        let (job, kind) = (&self.jobs[index], &self.kinds[kind]);
        if kind.others == 0 && kind.idle >= 2 && self.users.is_idle_since(job.owners[0], at) {
            self.comers += 1;
            self.prompt += u32::from(job.start - at < PROMPT);
        }
    }

    /// Since when a job of one node has waited, with none of another size, and its user has had nothing
    /// running.
    fn waits_since(&self, index: usize) -> Option<i64> {
        let (job, (_, kind)) = (&self.jobs[index], self.alone(index)?);
        let kind = &self.kinds[kind];
        let since = job.ready.max(kind.clear);
        let is_seen = kind.others == 0 && self.users.is_idle_since(job.owners[0], since);
        is_seen.then_some(since)
    }

    /// Notes with the idle nodes of its kind that a job which starts has waited for room meanwhile.
    fn note(&mut self, at: i64, index: usize) {
        let (Some(since), Some((own, kind))) = (self.waits_since(index), self.alone(index)) else {
            return;
        };
        let job = &self.jobs[index];
        let is_free = self.accounts.has(job) && self.accounts.is_free(at, job);
        let for_room = self.nodes[own].left.is_some_and(|left| at - left <= SOON)
            && is_free
            && self.qos.is_free(at, job);
        let first: u32 = self.kinds[..kind].iter().map(|kind| kind.count).sum();
        let Kind { count, idle, .. } = self.kinds[kind];
        // The node that it gets is idle already if it had that alone.
        let idle = idle - u32::from(self.nodes[own].idle.is_some());
        if !for_room || idle * FEW > count {
            return;
        }
        for number in first as usize..(first + count) as usize {
            let node = &mut self.nodes[number];
            let Some(idle) = node.idle.filter(|_| number != own) else {
                continue;
            };
            let from = since.max(idle);
            if at - from >= PROMPT {
                node.missed.users.insert(self.jobs[index].owners[0]);
                node.missed.jobs += 1;
                let [first, _] = node.missed.span.unwrap_or([from, at]);
                node.missed.span = Some([first.min(from), at]);
            }
        }
    }

    /// Puts a job that starts on its nodes, and ends their gaps.
    fn take(&mut self, at: i64, index: usize) {
        let since = self.waits_since(index);
        for &number in self.of_jobs.of(index) {
            self.close(at, number, since);
            let node = &mut self.nodes[number as usize];
            node.running += 1;
            if node.idle.take().is_some() {
                self.kinds[node.kind].idle -= 1;
            }
        }
    }

    /// Ends the gap of a node by a job that has waited `since` then.
    fn close(&mut self, at: i64, number: u32, since: Option<i64>) {
        let node = &mut self.nodes[number as usize];
        let missed = std::mem::take(&mut node.missed);
        let (Some(idle), Some([first, last])) = (node.idle, missed.span) else {
            return;
        };
        let waited = since.is_some_and(|since| at - since.max(idle) >= PROMPT);
        let from = if missed.failed { idle } else { first };
        let until = if waited { at } else { last };
        if until - from >= SHORTEST {
            self.gaps.push(NodeGap {
                node: number,
                from,
                until,
                jobs: missed.jobs,
                users: missed.users.len() as u32,
                failed: missed.failed,
            });
        }
    }

    /// Takes a job that ends from its nodes.
    fn leave(&mut self, at: i64, index: usize) {
        for &number in self.of_jobs.of(index) {
            let node = &mut self.nodes[number as usize];
            node.running = node.running.saturating_sub(1);
            node.left = Some(at);
            if node.running == 0 && node.idle.is_none() {
                node.idle = Some(at);
                node.missed.failed = self.jobs[index].failed;
                self.kinds[node.kind].idle += 1;
            }
        }
    }

    /// The gaps that chance would hardly give.
    fn finish(self) -> NodeGaps {
        let waits = share_that_waits(self.prompt, self.comers);
        let looked_at = self.gaps.len() as f64;
        let is_believed = |gap: &NodeGap| {
            let signs = f64::from(gap.users + u32::from(gap.failed));
            waits.powf(signs) * looked_at < LARGEST_CHANCE
        };
        NodeGaps {
            gaps: self.gaps.into_iter().filter(is_believed).collect(),
            comers: self.comers,
            prompt: self.prompt,
        }
    }
}
