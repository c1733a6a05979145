//! Requests of jobs on a cluster: from names to numbers, and reasons why one can never be
//! satisfied.

use std::collections::BTreeMap;

use cosched_core::JobSpec;
use cosched_core::machine::cluster::{Amounts, ClusterRequest, Licences, UnitCount};

use super::core_bound::FIRST_OTHER;
use super::node_set::set_bits;
use super::{Layout, LayoutKind, LayoutPartition, Refusal, RefusalReason};
use crate::scenario::Job;

/// Request of a job, by names.
#[derive(Clone, Copy, Debug)]
pub struct NamedRequest<'a> {
    /// Partition; the default one if absent.
    pub partition: Option<&'a str>,
    /// Reservation in whose nodes it runs.
    pub reservation: Option<&'a str>,
    /// Number of nodes, or tasks.
    pub shape: UnitCount,
    /// Cores per node or task.
    pub cores: u32,
    /// Memory per node or task, in MiB.
    pub memory: u32,
    /// Memory per node besides, however many tasks are there, in MiB.
    pub memory_per_node: u32,
    /// GPUs per node or task.
    pub gpus: u32,
    /// Thousandths of one GPU per node or task, in place of whole ones; 0 for none.
    pub gpu_share: u16,
    /// Other resources per node or task.
    pub resources: Option<&'a BTreeMap<String, u32>>,
    /// Licences that it holds.
    pub licences: Option<&'a BTreeMap<String, u32>>,
    /// Features of its nodes.
    pub features: &'a [String],
    /// Whether it gets nodes whole.
    pub whole_nodes: bool,
}

impl<'a> NamedRequest<'a> {
    /// `count` tasks of one core each, in the default partition.
    pub const fn of_tasks(count: u32) -> Self {
        Self {
            partition: None,
            reservation: None,
            shape: UnitCount::Tasks(count),
            cores: 1,
            memory: 0,
            memory_per_node: 0,
            gpus: 0,
            gpu_share: 0,
            resources: None,
            licences: None,
            features: &[],
            whole_nodes: false,
        }
    }

    /// Request of `job`.
    pub fn from_job(job: &'a Job) -> Self {
        Self {
            partition: job.partition.as_deref(),
            reservation: job.reservation.as_deref(),
            shape: match job.tasks {
                Some(tasks) => UnitCount::Tasks(tasks),
                None => UnitCount::Nodes(job.nodes),
            },
            cores: job.cores.unwrap_or(1),
            // Rounded up to a MiB.
            memory: job.memory.unwrap_or_default().ceil() as u32,
            memory_per_node: job.memory_per_node.unwrap_or_default().ceil() as u32,
            gpus: job.gpus,
            gpu_share: job.gpu_thousandths(),
            resources: Some(&job.resources),
            licences: Some(&job.licences),
            features: &job.features,
            whole_nodes: job.whole_nodes,
        }
    }
}

impl Layout {
    /// Resolves the names of a request to numbers.
    ///
    /// # Errors
    /// The request can never be satisfied.
    pub fn resolve(&self, request: &NamedRequest<'_>) -> Result<ClusterRequest, Refusal> {
        let nowhere = |why| Refusal {
            partition: None,
            reason: why,
        };
        let partition = match request.partition {
            None => self
                .default_partition
                .ok_or(nowhere(RefusalReason::NoPartition))?,
            Some(name) => {
                let found = self.partitions.iter().position(|one| one.name == name);
                found.ok_or_else(|| nowhere(RefusalReason::NoSuchPartition(name.to_owned())))?
                    as u32
            }
        };
        let mut features = 0;
        for name in request.features {
            let index = self.features.iter().position(|known| known == name);
            let index = index.ok_or_else(|| {
                RefusalReason::NoSuchFeature(name.clone()).in_partition(partition)
            })?;
            features |= 1 << index;
        }
        let mut each = Amounts::new(request.cores, request.memory, request.gpus);
        for (name, amount) in request.resources.into_iter().flatten() {
            let index = self.resources.iter().position(|known| known == name);
            let index = index.ok_or_else(|| {
                RefusalReason::NoSuchResource(name.clone()).in_partition(partition)
            })?;
            each.0[FIRST_OTHER + index] = *amount;
        }
        self.count_bounded_cores(partition, &mut each);
        let named = |name: &str| {
            let found = self.reservations.iter().position(|one| one.name == name);
            let index = found.ok_or_else(|| RefusalReason::NoSuchReservation(name.to_owned()));
            index.map(|index| index as u32)
        };
        let reservation = request.reservation.map(named).transpose();
        let licences = request.licences.map(|wanted| self.licences_of(wanted));
        let licences = licences.transpose();
        let request = ClusterRequest {
            partition,
            licences: licences
                .map_err(|why| why.in_partition(partition))?
                .unwrap_or(Licences::NONE),
            shape: request.shape,
            each,
            per_node: Amounts::new(0, request.memory_per_node, 0),
            gpu_share: request.gpu_share,
            features,
            whole_nodes: request.whole_nodes,
            reservation: reservation.map_err(|why| why.in_partition(partition))?,
            user: u32::MAX,
            account: u32::MAX,
            qos: u32::MAX,
            user_of_qos: u32::MAX,
        };
        match self
            .missing_reason(&request)
            .or_else(|| self.not_reserved_reason(&request))
        {
            None => Ok(request),
            Some(why) => Err(why.in_partition(partition)),
        }
    }

    /// Kinds of which `request` may get nodes: their number, and the units for which each has room.
    fn suitable(&self, request: &ClusterRequest) -> impl Iterator<Item = (u32, u32)> {
        let within = self.partitions.get(request.partition as usize);
        let counts = within.map_or(&[][..], |partition| &partition.counts);
        let request = *request;
        let kinds = self.kinds.iter().zip(counts);
        kinds.filter_map(move |(LayoutKind { node, .. }, &count)| {
            let units = request.units_in(&node.room);
            let suits = node.features & request.features == request.features;
            (suits && count > 0).then_some((count, units))
        })
    }

    /// Number of nodes that have room for a unit of `request` when they are empty.
    pub fn suitable_nodes(&self, request: &ClusterRequest) -> u32 {
        let kinds = self.suitable(request).filter(|(_, units)| *units > 0);
        kinds.map(|(count, _)| count).sum()
    }

    fn missing_reason(&self, request: &ClusterRequest) -> Option<RefusalReason> {
        if self.suitable(request).next().is_none() {
            let bits = (0..).zip(&self.features);
            let mut requested = bits.filter(|(bit, _)| request.features >> bit & 1 == 1);
            let alone = |bit: u32| ClusterRequest {
                features: 1 << bit,
                ..*request
            };
            let missing = requested.find(|(bit, _)| self.suitable(&alone(*bit)).next().is_none());
            return Some(match missing {
                Some((_, name)) => RefusalReason::NoSuchFeature(name.clone()),
                None => RefusalReason::NotTogether,
            });
        }
        let room: u64 = self
            .suitable(request)
            .map(|(count, units)| u64::from(count) * u64::from(units))
            .sum();
        if room == 0 {
            return Some(self.no_node_reason(request));
        }
        (room < u64::from(request.units())).then_some(RefusalReason::NoRoom(request.shape, room))
    }

    /// Reason why the reservation of `request` cannot satisfy it, if any.
    fn not_reserved_reason(&self, request: &ClusterRequest) -> Option<RefusalReason> {
        let own = self.reservations.get(request.reservation? as usize)?;
        let room: u64 = self
            .each_node_for(request)
            .map(|(_, units)| u64::from(units))
            .sum();
        let is_short = room < u64::from(request.units());
        is_short.then(|| RefusalReason::NotReserved(own.name.clone(), request.shape, room))
    }

    /// Nodes of its partition, and of its advance reservation if it has one, that satisfy `request`,
    /// with the units for which each has room when empty.
    fn each_node_for(&self, request: &ClusterRequest) -> impl Iterator<Item = (u32, u32)> {
        let request = *request;
        let within = self.partitions.get(request.partition as usize);
        let within = within.map_or(&[][..], |one| &one.nodes);
        let own = request
            .reservation
            .map(|index| &self.reservations[index as usize].nodes);
        let is_there = move |node: u32| {
            let has = |nodes: &[u64]| {
                let word = nodes.get(node as usize / 64).copied();
                word.unwrap_or(0) >> (node % 64) & 1 == 1
            };
            has(within) && own.is_none_or(|own| has(own))
        };
        let all = (0..self.nodes()).filter(move |&node| is_there(node));
        all.filter_map(move |number| {
            let LayoutKind { node, .. } = &self.kinds[self.kind_of(number)];
            let suits = node.features & request.features == request.features;
            let units = request.units_in(&node.room);
            (suits && units > 0).then_some((number, units))
        })
    }

    /// Nodes that a job with that request could have, a bit each.
    pub fn nodes_for(&self, request: &ClusterRequest) -> Vec<u64> {
        let mut words = vec![0; (self.nodes() as usize).div_ceil(64)];
        for (node, _) in self.each_node_for(request) {
            set_bits(&mut words, node, node + 1);
        }
        words
    }

    fn no_node_reason(&self, request: &ClusterRequest) -> RefusalReason {
        if request.gpu_share > 0 && self.most(request.partition, 2) == 0 {
            return RefusalReason::NoNode(1, "part of a GPU".to_owned(), 0);
        }
        let amounts = request.each.plus(&request.per_node, 1);
        for (index, &amount) in amounts.0.iter().enumerate() {
            let mut alone = Amounts::NONE;
            alone.0[index] = amount;
            let alone = ClusterRequest {
                each: alone,
                per_node: Amounts::NONE,
                gpu_share: 0,
                ..*request
            };
            if self.suitable(&alone).all(|(_, units)| units == 0) {
                return RefusalReason::NoNode(
                    amount,
                    self.noun(index, amount == 1),
                    self.most(request.partition, index),
                );
            }
        }
        RefusalReason::NotTogether
    }

    /// Noun for the amount with this index.
    pub(super) fn noun(&self, index: usize, is_one: bool) -> String {
        match index {
            0 if is_one => "core".to_owned(),
            0 => "cores".to_owned(),
            1 => "MiB of memory".to_owned(),
            2 if is_one => "GPU".to_owned(),
            2 => "GPUs".to_owned(),
            _ => match self.resources.get(index - FIRST_OTHER) {
                Some(name) => format!("of `{name}`"),
                // Behind all resources there are the bounds of partitions.
                None => "cores that its partition bounds".to_owned(),
            },
        }
    }

    /// Largest amount with this index on a node of `partition`.
    fn most(&self, partition: u32, index: usize) -> u32 {
        let kinds = self.kinds.iter().map(|kind| kind.node.room.0[index]);
        let there = |amount: &u32| {
            let mut each = Amounts::NONE;
            each.0[index] = *amount;
            let request = ClusterRequest {
                partition,
                ..ClusterRequest::nodes(1, each)
            };
            self.suitable(&request).any(|(_, units)| units > 0)
        };
        kinds.filter(there).max().unwrap_or(0)
    }

    /// Fewest nodes on which there is room for `request`.
    pub fn fewest_nodes(&self, request: &ClusterRequest) -> u32 {
        let (mut left, mut nodes) = (request.units(), 0);
        if let UnitCount::Nodes(count) = request.shape {
            return count;
        }
        let mut kinds: Vec<_> = self.suitable(request).filter(|kind| kind.1 > 0).collect();
        kinds.sort_by_key(|&(_, units)| core::cmp::Reverse(units));
        for (count, units) in kinds {
            let taken = left.div_ceil(units).min(count);
            nodes += taken;
            left = left.saturating_sub(taken.saturating_mul(units));
        }
        nodes.max(1)
    }

    /// Checks that its partition allows the job `spec` with that request.
    ///
    /// # Errors
    /// It does not.
    pub fn check_partition(&self, request: &ClusterRequest, spec: &JobSpec) -> Result<(), Refusal> {
        let Some(LayoutPartition {
            longest_estimate: most_time,
            most_nodes,
            is_up,
            ..
        }) = self.partitions.get(request.partition as usize)
        else {
            return Ok(());
        };
        if !is_up {
            return Err(RefusalReason::PartitionDown.in_partition(request.partition));
        }
        if spec.estimate > *most_time {
            return Err(
                RefusalReason::TooLong(spec.estimate, *most_time).in_partition(request.partition)
            );
        }
        let own = request
            .reservation
            .and_then(|index| self.reservations.get(index as usize));
        if let Some(own) = own
            && spec.estimate > own.until.since(own.from)
        {
            let lasts = own.until.since(own.from);
            let why = RefusalReason::OutlastsReservation(own.name.clone(), spec.estimate, lasts);
            return Err(why.in_partition(request.partition));
        }
        if spec.nodes > *most_nodes {
            Err(RefusalReason::TooWide(spec.nodes, *most_nodes).in_partition(request.partition))
        } else {
            Ok(())
        }
    }

    /// Fewest cores that a job with this request gets, including all of nodes that it gets whole.
    pub fn requested_cores(&self, request: &ClusterRequest) -> u32 {
        self.least_given(request, |room| room.cores())
            .max(request.cores())
    }

    /// Fewest GPUs that a job with this request gets, including all of nodes that it gets whole.
    pub fn gpus_given(&self, request: &ClusterRequest) -> u32 {
        self.least_given(request, |room| room.gpus())
            .max(request.gpus())
    }

    /// Least `amount` of the nodes that `request` gets whole; 0 if it gets none.
    fn least_given(&self, request: &ClusterRequest, amount: fn(&Amounts) -> u32) -> u32 {
        let partition = self.partitions.get(request.partition as usize);
        if !(request.whole_nodes || partition.is_some_and(|one| one.whole_nodes)) {
            return 0;
        }
        let kinds = self.kinds.iter().map(|kind| kind.node);
        let compatible = kinds.filter(|kind| {
            kind.features & request.features == request.features && request.units_in(&kind.room) > 0
        });
        let least = compatible.map(|kind| amount(&kind.room)).min();
        self.fewest_nodes(request)
            .saturating_mul(least.unwrap_or(0))
    }
}
