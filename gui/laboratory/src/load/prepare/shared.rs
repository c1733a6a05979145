//! Jobs on nodes that they share: their requests by numbers, and rejection of those that can never
//! start.

use std::collections::{BTreeMap, HashMap};

use cosched_core::JobSpec;
use cosched_core::machine::cluster::{ClusterRequest, LimitOwner, Limits as CoreLimits};

use super::{Draft, DraftJob};
use crate::base::problem::Problem;
use crate::load::account::{Dropped, Tally};
use crate::record::cluster::ClusterData;
use crate::record::{JobAttributes, NameTables};
use crate::scenario::cluster::{
    Layout, Limits, NamedRequest, OwnerLimits, Refusal, RefusalReason, Reservation,
};
use crate::scenario::{Job, Scenario};

/// Nodes that jobs share, and limits on their use.
#[derive(Clone, Copy)]
pub(in crate::load) struct SharedNodes<'a> {
    pub(in crate::load) layout: &'a Layout,
    /// Whether all policies place parts of GPUs.
    pub(in crate::load) parts_gpus: bool,
    limits: &'a Limits,
}

/// Owned [`SharedNodes`].
#[derive(Clone, PartialEq, Debug)]
pub(super) struct KeptSharedNodes {
    layout: Layout,
    parts_gpus: bool,
    limits: Limits,
}

impl KeptSharedNodes {
    pub(super) fn as_shared(&self) -> SharedNodes<'_> {
        SharedNodes {
            layout: &self.layout,
            parts_gpus: self.parts_gpus,
            limits: &self.limits,
        }
    }
}

impl From<SharedNodes<'_>> for KeptSharedNodes {
    fn from(shared: SharedNodes<'_>) -> Self {
        Self {
            layout: shared.layout.clone(),
            parts_gpus: shared.parts_gpus,
            limits: shared.limits.clone(),
        }
    }
}

/// Names of users, accounts and qualities of service, by number.
pub(in crate::load) type OwnerLists = [Vec<String>; 3];

impl<'a> SharedNodes<'a> {
    /// Shared nodes of a scenario with the machine `layout`.
    ///
    /// # Errors
    /// It has a setting that is not simulated there.
    pub(in crate::load) fn of(scenario: &'a Scenario, layout: &'a Layout) -> Result<Self, Problem> {
        if scenario.moldable.is_some() {
            return Err(Problem::input(
                "`moldable`: jobs that share nodes have the size that they ask for",
            ));
        }
        let reservations = scenario.machine.nodes().map(|one| &one.reservations);
        for one in reservations.into_iter().flatten() {
            let Reservation {
                name, from, until, ..
            } = one;
            if from >= until {
                return Err(Problem::input(format!(
                    "reservation `{name}`: it ends after {until} s and begins after {from} s; it must begin before it ends"
                )));
            }
        }
        const NONE: &Limits = &Limits::NONE;
        let limits = scenario.machine.nodes().map_or(NONE, |one| &*one.limits);
        let parts_gpus = scenario.all_deciding().all(|policy| policy.parts_gpus());
        Ok(Self {
            layout,
            parts_gpus,
            limits,
        })
    }

    /// Limits of those with these names.
    pub(in crate::load) fn owner_limits(&self, names: &OwnerLists) -> OwnerLimits {
        let licences = self.layout.licences.iter().map(|(_, count)| *count);
        OwnerLimits {
            licences: licences.collect(),
            ..OwnerLimits::new(self.limits, names)
        }
    }

    /// Checks that `spec` with that request can ever start, and sets its nodes to the fewest
    /// it gets.
    ///
    /// # Errors
    /// It never can.
    pub(in crate::load) fn check_admission(
        &self,
        request: &ClusterRequest,
        spec: &mut JobSpec,
        owners: &OwnerLimits,
    ) -> Result<(), Refusal> {
        spec.nodes = self.layout.fewest_nodes(request);
        self.layout.check_partition(request, spec)?;
        // Users within a quality of service have no numbers yet.
        let by_qos = ClusterRequest {
            user_of_qos: request.qos,
            ..*request
        };
        for (owner, limits) in owners.as_core().of(&by_qos) {
            let owner_kind = match owner {
                LimitOwner::User(_) => "user",
                LimitOwner::Account(account) if account == request.account => "account",
                LimitOwner::Account(_) => "parent account",
                LimitOwner::Qos(_) => "quality of service",
                LimitOwner::UserOfQos(_) => "user within the quality of service",
                // They have no such limits.
                LimitOwner::Licence(_) => continue,
            };
            if request.gpu_share > 0 && limits.gpus < u32::MAX {
                return Err(Refusal {
                    partition: Some(request.partition),
                    reason: RefusalReason::PartUnderLimit(owner_kind),
                });
            }
            let is_over = spec.nodes > limits.nodes
                || request.cores() > limits.cores
                || request.gpus() > limits.gpus;
            if is_over {
                return Err(Refusal {
                    partition: Some(request.partition),
                    reason: RefusalReason::OverLimit(owner_kind),
                });
            }
        }
        Ok(())
    }

    /// Makes each job of a log or a model request one core in the default partition per unit of its
    /// size; jobs that can never start are dropped and counted.
    fn request_tasks(&self, draft: &mut Draft) {
        let mut names = OwnerLists::default();
        let mut numbers = [BTreeMap::new(), BTreeMap::new()];
        let mut number = |which: usize, known: Option<u32>| {
            let Some(known) = known else { return u32::MAX };
            *numbers[which].entry(known).or_insert_with(|| {
                names[which].push(known.to_string());
                names[which].len() as u32 - 1
            })
        };
        let owners = draft
            .jobs
            .iter()
            .map(|DraftJob { label, .. }| (number(0, label.user()), number(1, label.group())));
        let owners: Vec<_> = owners.collect();
        let (tables, mut tally) = (self.owner_limits(&names), Tally::default());
        let mut owners = owners.into_iter();
        draft.jobs.retain_mut(|DraftJob { spec, request, .. }| {
            let (user, account) = owners.next().unwrap_or((u32::MAX, u32::MAX));
            let resolved = self.layout.resolve(&NamedRequest::of_tasks(spec.nodes));
            let admitted = resolved.and_then(|requested| {
                let requested = ClusterRequest {
                    user,
                    account,
                    ..requested
                };
                self.check_admission(&requested, spec, &tables)?;
                *request = Some(Box::new(requested));
                Ok(())
            });
            let dropped = |refused: Refusal| tally.drop(Dropped::of(&refused.reason));
            admitted.map_err(dropped).is_ok()
        });
        draft.remarks.extend(tally.dropped_remarks());
        draft.remarks.push(
            "each job asks for as many tasks of one core in the usual partition as it is wide"
                .to_owned(),
        );
        draft.owners = names;
    }

    /// Makes every job of `draft` have a request; returns the limits of their owners.
    pub(in crate::load) fn take_requests(&self, draft: &mut Draft) -> OwnerLimits {
        if draft.jobs.iter().all(|job| job.request.is_none()) {
            self.request_tasks(draft);
        }
        let mut limits = self.owner_limits(&draft.owners);
        limits.tables[3] = number_users_of_qos(draft, &limits.tables[3]);
        limits
    }
}

/// Numbers the users within each quality of service, if those have limits; returns the limits by that
/// number.
fn number_users_of_qos(draft: &mut Draft, by_qos: &[CoreLimits]) -> Vec<CoreLimits> {
    if by_qos.is_empty() {
        return Vec::new();
    }
    let (mut numbers, mut limits) = (HashMap::new(), Vec::new());
    for request in draft.jobs.iter_mut().filter_map(|job| job.request.as_mut()) {
        let number = numbers
            .entry((request.user, request.qos))
            .or_insert_with(|| {
                let own = by_qos.get(request.qos as usize).copied();
                // Of a user who is not known nothing is counted.
                let own = own.filter(|_| request.user < u32::MAX);
                limits.push(own.unwrap_or(CoreLimits::NONE));
                limits.len() as u32 - 1
            });
        request.user_of_qos = *number;
    }
    limits
}

/// Sets the requests of jobs written out in a scenario.
///
/// # Errors
/// A job requests what it can never have.
pub(in crate::load) fn set_requests(
    jobs: &[Job],
    draft: &mut Draft,
    shared: Option<SharedNodes<'_>>,
) -> Result<(), Problem> {
    let refused =
        |index: usize, why: &str| Problem::input(format!("the job in place {} {why}", index + 1));
    let mut names = OwnerLists::default();
    for (index, (job, draft)) in jobs.iter().zip(&mut draft.jobs).enumerate() {
        let by = [&job.user, &job.account, &job.qos];
        let mut numbers = [u32::MAX; 3];
        for ((name, names), number) in by.into_iter().zip(&mut names).zip(&mut numbers) {
            if let Some(name) = name {
                *number = index_of(name, names);
            }
        }
        let known = |number: u32| (number < u32::MAX).then(|| number + 1);
        let label = &mut draft.label;
        *label = label.with(JobAttributes {
            user: known(numbers[0]),
            group: known(numbers[1]),
            qos: known(numbers[2]),
            ..label.attributes()
        });
        let Some(shared) = shared else {
            if let Some(field) = job.shared_only_field() {
                return Err(refused(
                    index,
                    &format!(
                        "says `{field}`, which goes with nodes that jobs share: `machine: Cluster(kinds: [(count: …, cores: …)])`"
                    ),
                ));
            }
            continue;
        };
        let layout = shared.layout;
        let request = layout.resolve(&NamedRequest::from_job(job));
        let request = request.map_err(|why| refused(index, &why.sentence(layout)))?;
        *label = label.with(JobAttributes {
            queue: Some(request.partition + 1),
            ..label.attributes()
        });
        let [user, account, qos] = numbers;
        let request = ClusterRequest {
            user,
            account,
            qos,
            ..request
        };
        draft.request = Some(Box::new(request));
        draft.after.clone_from(&job.after);
    }
    if let Some(shared) = shared {
        let limits = shared.owner_limits(&names);
        for (index, DraftJob { spec, request, .. }) in draft.jobs.iter_mut().enumerate() {
            let admitted = request.as_ref().map_or(Ok(()), |request| {
                shared.check_admission(request, spec, &limits)
            });
            admitted.map_err(|why| refused(index, &why.sentence(shared.layout)))?;
        }
    }
    let called = [("users", &names[0]), ("groups are accounts", &names[1])];
    let partitions = shared.map(|shared| {
        let all = shared.layout.partitions.iter();
        all.map(|one| one.name.clone()).collect::<Vec<_>>()
    });
    let partitions = partitions.filter(|all| all.len() > 1).unwrap_or_default();
    let called = called
        .into_iter()
        .chain([("queues are partitions", &partitions)]);
    draft.remarks.extend(
        called.filter_map(|(what, names)| crate::load::account::numbered_list(what, names)),
    );
    let [users, accounts, qos] = names.clone();
    draft.called = NameTables {
        users,
        accounts,
        qos,
        partitions: Vec::new(),
    };
    draft.owners = names;
    Ok(())
}

fn index_of(name: &str, names: &mut Vec<String>) -> u32 {
    let found = names.iter().position(|known| known == name);
    found.unwrap_or_else(|| {
        names.push(name.to_owned());
        names.len() - 1
    }) as u32
}

/// Jobs with their requested cores as nodes.
pub(in crate::load) fn with_cores(jobs: &[JobSpec], cluster: &ClusterData) -> Vec<JobSpec> {
    let each = jobs.iter().zip(&cluster.requests);
    each.map(|(job, request)| job.with_nodes(cluster.layout.requested_cores(request)))
        .collect()
}
