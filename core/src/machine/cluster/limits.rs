//! Limits of users, accounts and qualities of service on concurrent use.

use super::{ClusterRequest, ClusterSetup};

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
    /// Of accounts.
    pub accounts: &'a [Limits],
    /// Of qualities of service.
    pub qos: &'a [Limits],
    /// Of users within a quality of service.
    pub users_of_qos: &'a [Limits],
}

impl LimitTables<'_> {
    /// Number of entries in all.
    pub const fn len(&self) -> usize {
        self.users.len() + self.accounts.len() + self.qos.len() + self.users_of_qos.len()
    }

    /// Whether there is none.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Limits that apply to `request`, each with its index among all.
    fn of(&self, request: &ClusterRequest) -> impl Iterator<Item = (usize, Limits)> {
        let accounts = self.users.len();
        let qos = accounts + self.accounts.len();
        let tables = [
            (self.users, 0, request.user),
            (self.accounts, accounts, request.account),
            (self.qos, qos, request.qos),
            (self.users_of_qos, qos + self.qos.len(), request.user_of_qos),
        ];
        tables.into_iter().filter_map(|(table, begin, index)| {
            let limits = table.get(index as usize)?;
            Some((begin + index as usize, *limits))
        })
    }
}

/// Present use.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Usage {
    /// Number of running jobs.
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
        for (index, _) in setup.limits.of(request) {
            if let Some(usage) = self.usage.get_mut(index) {
                change(usage);
            }
        }
    }

    fn all(
        &self,
        setup: &ClusterSetup<'_>,
        request: &ClusterRequest,
        may: impl Fn(&Limits, &Usage) -> bool,
    ) -> bool {
        let mut limits = setup.limits.of(request);
        limits.all(|(index, limits)| {
            let usage = self.usage.get(index).copied().unwrap_or_default();
            may(&limits, &usage)
        })
    }

    /// Whether limits allow a job with this request to start now.
    pub(super) fn allows(
        &self,
        setup: &ClusterSetup<'_>,
        request: &ClusterRequest,
        nodes: u32,
    ) -> bool {
        self.all(setup, request, |limits, used| {
            limits.allow(used, request, nodes)
        })
    }

    /// Records a submission; returns whether limits allow it.
    pub(super) fn submit(&mut self, setup: &ClusterSetup<'_>, request: &ClusterRequest) -> bool {
        let may = self.all(setup, request, |limits, used| {
            used.submitted < limits.submitted
        });
        self.each(setup, request, |usage| usage.submitted += 1);
        may
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
    }

    /// Records the end of a job.
    pub(super) fn end(&mut self, setup: &ClusterSetup<'_>, request: &ClusterRequest) {
        self.each(setup, request, |usage| {
            usage.submitted = usage.submitted.saturating_sub(1);
        });
    }
}
