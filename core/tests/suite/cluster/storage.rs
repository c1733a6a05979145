//! A case in the core's form.

use cosched_core::machine::Maintenance;
use cosched_core::machine::cluster::{
    AdvanceReservation, Amounts, Blocks, ClusterRequest, ClusterSetup, Dependencies, Dependency,
    Licences, LimitTables, Limits, NodeKind, Partition, Preemption, QosPreemption, UnitCount,
};
use cosched_core::{Duration, JobId, JobSpec, Time};

use super::draw::{Case, Job, Kind, Qos, Window};
use super::node_choice::Choice;
use super::oracle::AMOUNTS;

/// Storage that a setup borrows.
pub(crate) struct SetupStorage {
    kinds: Vec<NodeKind>,
    words: Vec<Vec<u64>>,
    reserved: Vec<(Vec<u64>, Time, Time)>,
    rules: Vec<(u32, bool, bool, Preemption)>,
    pub(crate) requests: Vec<ClusterRequest>,
    pub(crate) workload: Vec<JobSpec>,
    pub(crate) windows: Vec<Maintenance>,
    limits: [Vec<Limits>; 4],
    parents: Vec<u32>,
    licences: Vec<u32>,
    qos: Vec<QosPreemption>,
    dependencies: Vec<Dependency>,
    first: Vec<u32>,
    choice: Choice,
}

impl SetupStorage {
    pub(crate) fn new(case: &Case) -> Self {
        let amounts = |each: [u32; AMOUNTS]| Amounts::new(each[0], each[1], each[2]);
        let kind = |kind: &Kind| NodeKind {
            count: kind.count as u32,
            room: amounts(kind.room),
            features: kind.features,
        };
        let words = |nodes: &[bool]| {
            let mut words = vec![0u64; nodes.len().div_ceil(64)];
            for node in (0..nodes.len()).filter(|&node| nodes[node]) {
                words[node / 64] |= 1 << (node % 64);
            }
            words
        };
        let request = |job: &Job| ClusterRequest {
            partition: job.partition as u32,
            shape: if job.tasks {
                UnitCount::Tasks(job.count)
            } else {
                UnitCount::Nodes(job.count)
            },
            each: amounts(job.each),
            per_node: Amounts::new(0, job.node_memory, 0),
            gpu_share: job.share as u16,
            features: job.features,
            whole_nodes: job.whole,
            reservation: job.reservation.map(|one| one as u32),
            licences: Licences(job.licences),
            user: job.ids[0],
            account: job.ids[1],
            qos: job.ids[2],
            user_of_qos: job.ids[3],
        };
        let spec = |job: &Job| {
            JobSpec::exact(
                Time::from_seconds(job.submit),
                Duration::from_seconds(job.runtime),
                job.spec_nodes,
            )
            .with_estimate(Duration::from_seconds(job.estimate))
        };
        let qos = |qos: &Qos| QosPreemption {
            preempts: (qos.preempts.iter().zip(0..))
                .map(|(preempts, index)| u64::from(*preempts) << index)
                .sum(),
            preemption: qos.preempt,
            priority: qos.priority,
        };
        let window = |window: &Window| Maintenance {
            from: Time::from_seconds(window.from),
            until: Time::from_seconds(window.until),
            first: window.nodes.start as u32,
            count: window.nodes.len() as u32,
        };
        Self {
            kinds: case.kinds.iter().map(kind).collect(),
            words: case
                .partitions
                .iter()
                .map(|part| words(&part.nodes))
                .collect(),
            reserved: case
                .reserved
                .iter()
                .map(|one| {
                    let time = Time::from_seconds;
                    (words(&one.nodes), time(one.from), time(one.until))
                })
                .collect(),
            rules: case
                .partitions
                .iter()
                .map(|part| (part.tier, part.up, part.whole, part.preempt))
                .collect(),
            requests: case.jobs.iter().map(request).collect(),
            workload: case.jobs.iter().map(spec).collect(),
            windows: case.windows.iter().map(window).collect(),
            limits: case.limits.clone(),
            licences: case.licences.clone(),
            parents: case
                .parents
                .iter()
                .map(|parent| parent.unwrap_or(LimitTables::TOP))
                .collect(),
            qos: case.qos.iter().map(qos).collect(),
            choice: case.choice.clone(),
            dependencies: case
                .jobs
                .iter()
                .flat_map(|job| &job.after)
                .map(|&(other, awaited)| Dependency {
                    job: JobId::new(other),
                    awaited,
                })
                .collect(),
            first: case
                .jobs
                .iter()
                .scan(0, |end, job| {
                    *end += job.after.len() as u32;
                    Some(*end)
                })
                .fold(vec![0], |mut all, end| {
                    all.push(end);
                    all
                }),
        }
    }

    pub(crate) fn partitions(&self) -> Vec<Partition<'_>> {
        let all = self.words.iter().zip(&self.rules);
        all.map(
            |(nodes, &(tier, is_up, whole_nodes, preemption))| Partition {
                tier,
                is_up,
                whole_nodes,
                preemption,
                ..Partition::of(nodes)
            },
        )
        .collect()
    }

    pub(crate) fn advance(&self) -> Vec<AdvanceReservation<'_>> {
        let all = self.reserved.iter();
        all.map(|(nodes, from, until)| AdvanceReservation {
            nodes,
            from: *from,
            until: *until,
        })
        .collect()
    }

    pub(crate) fn setup<'s>(
        &'s self,
        partitions: &'s [Partition<'s>],
        advance: &'s [AdvanceReservation<'s>],
    ) -> ClusterSetup<'s> {
        ClusterSetup {
            kinds: &self.kinds,
            partitions,
            requests: &self.requests,
            limits: LimitTables {
                users: &self.limits[0],
                accounts: &self.limits[1],
                parents: &self.parents,
                qos: &self.limits[2],
                users_of_qos: &self.limits[3],
                licences: &self.licences,
            },
            qos_preemption: &self.qos,
            advance,
            switches: &[],
            blocks: Blocks::NONE,
            sleep: &[],
            node_choice: self.choice.as_core(),
            dependencies: Dependencies::new(&self.dependencies, &self.first),
        }
    }
}
