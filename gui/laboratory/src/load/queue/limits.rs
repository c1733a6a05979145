//! Limits of users, accounts and qualities of service in a queue: its nodes, or cores, are as many equal
//! ones, which are counted for whoever has them.

use std::collections::HashMap;

use cosched_core::machine::cluster::{Amounts, ClusterRequest, Limits as CoreLimits};

use super::job::{KnownLimits, Queued};
use super::node::Machine;
use crate::load::account::{Accounts, Entry};
use crate::load::slurm::text::Status;
use crate::record::cluster::ClusterData;
use crate::scenario::Sizing;
use crate::scenario::cluster::{Limit, Limits, OwnerLimits};

/// In place of the number of an owner without limits.
const UNLIMITED: u32 = u32::MAX;

/// User, account and quality of service of a job, as far as they are known.
pub(super) type Owners<'a> = [Option<&'a str>; 3];

/// Limits on what is counted of a queue.
#[derive(Debug)]
pub(super) struct CountedLimits {
    limits: OwnerLimits,
    /// Of users within each quality of service, by its number.
    by_qos: Vec<CoreLimits>,
    numbers: [HashMap<String, u32>; 3],
    /// Numbers of users within qualities of service.
    users_of_qos: HashMap<(u32, u32), u32>,
    /// What of the limits is not counted, a sentence each.
    pub(super) remarks: Vec<String>,
}

impl CountedLimits {
    /// `limits` of those who are among `owners`, on what `size` counts of `machine`; `None` without limits.
    pub(super) fn of<'a>(
        limits: &Limits,
        size: Sizing,
        machine: Option<&Machine>,
        owners: impl Iterator<Item = Owners<'a>>,
    ) -> Option<Self> {
        if limits.is_empty() {
            return None;
        }
        let (mut names, mut numbers) = (
            <[Vec<String>; 3]>::default(),
            <[HashMap<_, _>; 3]>::default(),
        );
        for owner in owners {
            for (which, name) in owner.into_iter().enumerate() {
                let Some(name) = name else { continue };
                if !numbers[which].contains_key(name) {
                    numbers[which].insert(name.to_owned(), names[which].len() as u32);
                    names[which].push(name.to_owned());
                }
            }
        }
        let (counted, remarks) = in_units(limits, size, machine);
        let mut limits = OwnerLimits::new(&counted, &names);
        let by_qos = std::mem::take(&mut limits.tables[3]);
        // Answers do not say whose job it is.
        limits.names[0].iter_mut().for_each(String::clear);
        Some(Self {
            limits,
            by_qos,
            numbers,
            users_of_qos: HashMap::new(),
            remarks,
        })
    }

    /// Notes of each waiting job what is known of its limits, where `size` is counted.
    pub(super) fn mark(&mut self, jobs: &mut [Queued], size: Sizing) {
        let waits = |job: &&mut Queued| job.status == Status::Waiting;
        for job in jobs.iter_mut().filter(waits) {
            let units = match size {
                Sizing::Cores => job.cores,
                _ => job.nodes,
            };
            let request = self.request(owners_of(job), units.unwrap_or(1));
            job.limits = if self.is_beyond(&request) {
                KnownLimits::Beyond
            } else if self.is_limited(&request) {
                KnownLimits::Counted
            } else {
                KnownLimits::None
            };
        }
    }

    /// The request for `units` of a job of `owners`.
    pub(super) fn request(&mut self, owners: Owners<'_>, units: u32) -> ClusterRequest {
        let number = |which: usize| {
            let known = owners[which].and_then(|name| self.numbers[which].get(name));
            known.copied().unwrap_or(UNLIMITED)
        };
        let [user, account, qos] = [0, 1, 2].map(number);
        ClusterRequest {
            user,
            account,
            qos,
            user_of_qos: self.user_of_qos(user, qos),
            ..ClusterRequest::nodes(units, Amounts::new(1, 0, 0))
        }
    }

    /// Number of a user within a quality of service, if such users are limited.
    fn user_of_qos(&mut self, user: u32, qos: u32) -> u32 {
        let Some(own) = self.by_qos.get(qos as usize).filter(|_| user < UNLIMITED) else {
            return UNLIMITED;
        };
        let table = &mut self.limits.tables[3];
        *self.users_of_qos.entry((user, qos)).or_insert_with(|| {
            table.push(*own);
            table.len() as u32 - 1
        })
    }

    /// Whether anything that `request` may have at once is limited.
    fn is_limited(&self, request: &ClusterRequest) -> bool {
        let tables = self.limits.as_core();
        let mut all = tables.of(request);
        all.any(|(_, limits)| limits != CoreLimits::NONE)
    }

    /// Whether it asks for more than it may ever have.
    fn is_beyond(&self, request: &ClusterRequest) -> bool {
        let units = request.units();
        let tables = self.limits.as_core();
        let mut all = tables.of(request);
        all.any(|(_, limits)| units > limits.nodes || units > limits.cores)
    }

    /// That many nodes or cores, and the requests of the jobs there. One that has more than it might, as
    /// limits may have been others before, is not counted.
    pub(super) fn cluster(
        &self,
        units: u32,
        mut requests: Vec<ClusterRequest>,
    ) -> Option<ClusterData> {
        for request in requests.iter_mut().filter(|one| self.is_beyond(one)) {
            *request = ClusterRequest {
                user: UNLIMITED,
                account: UNLIMITED,
                qos: UNLIMITED,
                user_of_qos: UNLIMITED,
                ..*request
            };
        }
        ClusterData::of_units(units, requests, self.limits.clone())
    }
}

/// User, account and quality of service of a job in the queue.
pub(super) fn owners_of(job: &Queued) -> Owners<'_> {
    [&job.user, &job.account, &job.qos].map(|one| one.as_deref())
}

/// Those of the jobs in accounting.
pub(super) fn owners_in(history: &Accounts) -> impl Iterator<Item = Owners<'_>> {
    let entries = history.entries.iter();
    entries.map(|entry| owners_of_entry(history, &entry))
}

/// User, account and quality of service of a job in accounting.
pub(super) fn owners_of_entry<'h>(history: &'h Accounts, entry: &Entry) -> Owners<'h> {
    let names = &history.names;
    let lists = [
        (&names.users, entry.user),
        (&names.accounts, entry.account),
        (&names.qos, entry.qos),
    ];
    lists.map(|(list, index)| Some(list.names().get(index? as usize)?.as_str()))
}

/// The limits on nodes or cores, whichever is counted, and what cannot be counted.
fn in_units(limits: &Limits, size: Sizing, machine: Option<&Machine>) -> (Limits, Vec<String>) {
    let mut cores = machine.into_iter().flat_map(|machine| &machine.nodes);
    let each = cores.next().and_then(|node| node.cores);
    let each = each.filter(|each| cores.all(|node| node.cores == Some(*each)));
    let (mut of_nodes, mut of_cores, mut of_gpus) = (false, false, false);
    let mut counted = limits.clone();
    for limit in counted.all_mut().into_iter().flatten() {
        of_gpus |= limit.gpus.is_some();
        let units = match size {
            Sizing::Cores => {
                of_nodes |= limit.nodes.is_some();
                limit.cores
            }
            _ => {
                of_cores |= limit.cores.is_some() && each.is_none();
                let whole = limit
                    .cores
                    .zip(each)
                    .map(|(cores, each)| cores / each.max(1));
                // Who may have less than a node has none.
                let whole = whole.map(|nodes| nodes.max(1));
                limit.nodes.into_iter().chain(whole).min()
            }
        };
        *limit = Limit {
            nodes: units,
            cores: None,
            gpus: None,
            // Who waits has been let in.
            submitted: None,
            ..limit.clone()
        };
    }
    let all = [
        (
            of_nodes,
            "limits on nodes are not simulated where cores are counted",
        ),
        (
            of_cores,
            "limits on cores are not simulated, as the nodes differ in theirs",
        ),
        (of_gpus, "limits on GPUs are not simulated"),
    ];
    let said = all.into_iter().filter(|(is_there, _)| *is_there);
    (counted, said.map(|(_, words)| words.to_owned()).collect())
}
