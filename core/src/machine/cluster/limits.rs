//! Limits of users, accounts and qualities of service on concurrent use, and use of licences.

use super::{ClusterRequest, ClusterSetup};
use crate::error::ClusterError;

/// Limits on concurrent use; `u32::MAX` where there is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Number of running jobs.
    pub running: u32,
    /// Nodes requested by the running jobs.
    pub nodes: u32,
    /// Cores requested by the running jobs.
    pub cores: u32,
    /// GPUs requested by the running jobs.
    pub gpus: u32,
    /// Number of waiting or running jobs; further submissions are refused.
    pub submitted: u32,
}

impl Limits {
    /// No limit.
    pub const NONE: Self = Self {
        running: u32::MAX,
        nodes: u32::MAX,
        cores: u32::MAX,
        gpus: u32::MAX,
        submitted: u32::MAX,
    };

    fn allow(&self, used: &Usage, request: &ClusterRequest, nodes: u32) -> bool {
        used.running < self.running
            && used.nodes.saturating_add(nodes) <= self.nodes
            && used.cores.saturating_add(request.cores()) <= self.cores
            && used.gpus.saturating_add(request.gpus()) <= self.gpus
    }
}

/// Limits of users, accounts and qualities of service, by their indices in each [`ClusterRequest`];
/// there is no limit beyond the end of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LimitTables<'a> {
    /// Of users.
    pub users: &'a [Limits],
    /// Of accounts: of the jobs of each, and of those of all accounts below it, together.
    pub accounts: &'a [Limits],
    /// Index of the account that each account is directly below, in any order, or
    /// [`TOP`](Self::TOP); empty if no account is below another. Of Slurm's associations limits whose
    /// names begin with `Grp` hold so (sacctmgr(1)).
    pub parents: &'a [u32],
    /// Of qualities of service.
    pub qos: &'a [Limits],
    /// Of users within a quality of service.
    pub users_of_qos: &'a [Limits],
    /// How many there are of each licence.
    pub licences: &'a [u32],
}

/// Whose a limit is, by index in the tables of limits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LimitOwner {
    /// A user.
    User(u32),
    /// An account: the job's own, or one that this is below.
    Account(u32),
    /// A quality of service.
    Qos(u32),
    /// A user within a quality of service.
    UserOfQos(u32),
    /// All who hold a licence.
    Licence(u32),
}

impl LimitTables<'_> {
    /// Parent of an account that is below no other.
    pub const TOP: u32 = u32::MAX;

    /// Number of entries in all.
    pub const fn len(&self) -> usize {
        self.owners() + self.licences.len()
    }

    /// Number of those that have limits.
    const fn owners(&self) -> usize {
        self.users.len() + self.accounts.len() + self.qos.len() + self.users_of_qos.len()
    }

    /// Whether there is none.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Limits that apply to `request`, with their owners: of accounts those of its own, then those of each
    /// that is above it.
    pub fn of(&self, request: &ClusterRequest) -> impl Iterator<Item = (LimitOwner, Limits)> {
        self.entries(request)
            .map(|(owner, _, limits)| (owner, limits))
    }

    /// As [`of`](Self::of), with the index of each among all.
    fn entries(
        &self,
        request: &ClusterRequest,
    ) -> impl Iterator<Item = (LimitOwner, usize, Limits)> {
        use LimitOwner::{Account, Qos, User, UserOfQos};
        let accounts = self.lineage(request.account).map(Account);
        let user = core::iter::once(User(request.user));
        let rest = [Qos(request.qos), UserOfQos(request.user_of_qos)];
        user.chain(accounts).chain(rest).filter_map(|owner| {
            let (index, limits) = self.entry(owner)?;
            Some((owner, index, limits))
        })
    }

    /// Index among all of the limits of `owner`, and these.
    fn entry(&self, owner: LimitOwner) -> Option<(usize, Limits)> {
        let accounts = self.users.len();
        let qos = accounts + self.accounts.len();
        let (table, begin, index) = match owner {
            LimitOwner::User(index) => (self.users, 0, index),
            LimitOwner::Account(index) => (self.accounts, accounts, index),
            LimitOwner::Qos(index) => (self.qos, qos, index),
            LimitOwner::UserOfQos(index) => (self.users_of_qos, qos + self.qos.len(), index),
            LimitOwner::Licence(_) => return None,
        };
        let limits = table.get(index as usize)?;
        Some((begin + index as usize, *limits))
    }

    /// The account with this index, and those it is below, upwards.
    fn lineage(&self, account: u32) -> impl Iterator<Item = u32> {
        let parent = |one: &u32| self.parents.get(*one as usize).copied();
        let all = core::iter::successors(Some(account), parent);
        all.take_while(|one| (*one as usize) < self.accounts.len())
    }

    /// Checks that the accounts are trees.
    ///
    /// # Errors
    /// There is not a parent for each account, or it does not exist, or an account is below itself.
    pub(super) fn check(&self) -> Result<(), ClusterError> {
        let (rows, accounts) = (self.parents.len(), self.accounts.len());
        if rows > 0 && rows != accounts {
            return Err(ClusterError::ParentTable { rows, accounts });
        }
        for (account, &parent) in self.parents.iter().enumerate() {
            if parent != Self::TOP && parent as usize >= accounts {
                return Err(ClusterError::NoSuchParent { account, parent });
            }
        }
        // Who goes up as many steps as there are accounts has been somewhere twice.
        let cycle = (0..rows).find_map(|account| self.lineage(account as u32).nth(accounts));
        cycle.map_or(Ok(()), |account| {
            Err(ClusterError::AccountCycle {
                account: account as usize,
            })
        })
    }
}

/// Present use.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Usage {
    /// Number of running jobs; of a licence, how many they hold.
    pub running: u32,
    /// Nodes requested by them.
    pub nodes: u32,
    /// Cores requested by them.
    pub cores: u32,
    /// GPUs requested by them.
    pub gpus: u32,
    /// Number of waiting or running jobs.
    pub submitted: u32,
}

impl Usage {
    /// Nothing. All zero bytes.
    pub const NONE: Self = Self {
        running: 0,
        nodes: 0,
        cores: 0,
        gpus: 0,
        submitted: 0,
    };
}

/// Present use for each entry of the limit tables.
#[derive(Debug)]
pub(super) struct Ledger<'a> {
    usage: &'a mut [Usage],
}

impl<'a> Ledger<'a> {
    pub(super) fn new(usage: &'a mut [Usage]) -> Self {
        usage.fill(Usage::NONE);
        Self { usage }
    }

    fn each(
        &mut self,
        setup: &ClusterSetup<'_>,
        request: &ClusterRequest,
        mut change: impl FnMut(&mut Usage),
    ) {
        for (_, index, _) in setup.limits.entries(request) {
            if let Some(usage) = self.usage.get_mut(index) {
                change(usage);
            }
        }
    }

    /// Whose limits are the first that `may` does not hold for.
    fn find_against(
        &self,
        setup: &ClusterSetup<'_>,
        request: &ClusterRequest,
        may: impl Fn(&Limits, &Usage) -> bool,
    ) -> Option<LimitOwner> {
        let mut limits = setup.limits.entries(request);
        let against = limits.find(|(_, index, limits)| {
            let usage = self.usage.get(*index).copied().unwrap_or_default();
            !may(limits, &usage)
        });
        against.map(|(owner, ..)| owner)
    }

    /// Whose limits do not allow a job with this request to start now, if there is one.
    pub(super) fn reached(
        &self,
        setup: &ClusterSetup<'_>,
        request: &ClusterRequest,
        nodes: u32,
    ) -> Option<LimitOwner> {
        let owner = self.find_against(setup, request, |limits, used| {
            limits.allow(used, request, nodes)
        });
        owner.or_else(|| self.licence_awaited(setup, request))
    }

    /// The first licence of which fewer are free than a job with this request holds.
    fn licence_awaited(
        &self,
        setup: &ClusterSetup<'_>,
        request: &ClusterRequest,
    ) -> Option<LimitOwner> {
        let owners = setup.limits.owners();
        let mut each = request.licences.each();
        let lacking = each.find(|&(index, count)| {
            let used = self.usage.get(owners + index).map_or(0, |all| all.running);
            used.saturating_add(count) > setup.limits.licences_of(index)
        });
        lacking.map(|(index, _)| LimitOwner::Licence(index as u32))
    }

    fn each_licence(
        &mut self,
        setup: &ClusterSetup<'_>,
        request: &ClusterRequest,
        change: impl Fn(u32, u32) -> u32,
    ) {
        let owners = setup.limits.owners();
        for (index, count) in request.licences.each() {
            if let Some(all) = self.usage.get_mut(owners + index) {
                all.running = change(all.running, count);
            }
        }
    }

    /// Records a submission; returns whether limits allow it.
    pub(super) fn submit(&mut self, setup: &ClusterSetup<'_>, request: &ClusterRequest) -> bool {
        let reached = self.find_against(setup, request, |limits, used| {
            used.submitted < limits.submitted
        });
        self.each(setup, request, |usage| usage.submitted += 1);
        reached.is_none()
    }

    /// Records the start of a job.
    pub(super) fn start(&mut self, setup: &ClusterSetup<'_>, request: &ClusterRequest, nodes: u32) {
        let (cores, gpus) = (request.cores(), request.gpus());
        self.each(setup, request, |usage| {
            usage.running += 1;
            usage.nodes = usage.nodes.saturating_add(nodes);
            usage.cores = usage.cores.saturating_add(cores);
            usage.gpus = usage.gpus.saturating_add(gpus);
        });
        self.each_licence(setup, request, u32::saturating_add);
    }

    /// Records that a job releases its nodes.
    pub(super) fn stop(&mut self, setup: &ClusterSetup<'_>, request: &ClusterRequest, nodes: u32) {
        let (cores, gpus) = (request.cores(), request.gpus());
        self.each(setup, request, |usage| {
            usage.running = usage.running.saturating_sub(1);
            usage.nodes = usage.nodes.saturating_sub(nodes);
            usage.cores = usage.cores.saturating_sub(cores);
            usage.gpus = usage.gpus.saturating_sub(gpus);
        });
        self.each_licence(setup, request, u32::saturating_sub);
    }

    /// Records the end of a job.
    pub(super) fn end(&mut self, setup: &ClusterSetup<'_>, request: &ClusterRequest) {
        self.each(setup, request, |usage| {
            usage.submitted = usage.submitted.saturating_sub(1);
        });
    }
}
