//! Thread groups of jobs on servers, from the setup or implied.

use core::ops::Range;

use crate::engine::setup::Setup;
use crate::machine::contention::{ThreadGroup, remote_threads};
use crate::units::ids::JobId;

impl<'a> Setup<'a> {
    /// Indices of `job` in the pool of threads, on servers of `kind`.
    #[inline]
    pub(crate) fn pool_range(&self, job: JobId, kind: u32) -> Range<usize> {
        if self.server_setup.threads.is_empty() {
            2 * job.index()..2 * job.index() + 2
        } else {
            let entries = self.server_setup.threads.entries(job, kind);
            2 * entries.start..2 * entries.end
        }
    }

    /// Thread group assumed for a job that is not in the table.
    pub(crate) fn implied_group(&self, job: JobId) -> ThreadGroup {
        let spec = &self.workload[job.index()];
        ThreadGroup::busy(spec.nodes, self.work(spec), 0.0)
    }

    /// Calls `visit` for each pool entry of `job` with the entry, its group, and its
    /// numbers of local and remote threads.
    pub(crate) fn visit_entries(
        &self,
        job: JobId,
        kind: u32,
        mut visit: impl FnMut(u32, &ThreadGroup, [u32; 2]),
    ) {
        let implied = [self.implied_group(job)];
        let phases = self.phases(job, kind, &implied);
        for (entry, group) in phases.iter().enumerate() {
            if group.continues {
                continue;
            }
            let remote = match self.server_setup.sharing.remote {
                Some(_) => remote_threads(group.count),
                None => 0,
            };
            visit(entry as u32, group, [group.count - remote, remote]);
        }
    }

    /// All groups and phases of `job`; `implied` if it is not in the table.
    #[inline]
    pub(crate) fn phases<'b>(
        &self,
        job: JobId,
        kind: u32,
        implied: &'b [ThreadGroup],
    ) -> &'b [ThreadGroup]
    where
        'a: 'b,
    {
        if self.server_setup.threads.is_empty() {
            implied
        } else {
            self.server_setup.threads.of(job, kind)
        }
    }
}

impl Setup<'_> {
    /// Upper bound of the time of all jobs on servers, one thread after another, in
    /// seconds.
    pub(crate) fn longest_on_servers(&self) -> f64 {
        let (mut threads, mut sum) = (0.0, 0.0);
        self.each_group(|group| threads += f64::from(group.count));
        self.each_group(|group| sum += self.server_setup.longest(group, threads));
        sum
    }

    fn each_group(&self, mut visit: impl FnMut(&ThreadGroup)) {
        for job in (0..self.workload.len()).map(JobId::new) {
            for kind in 0..self.server_setup.threads.kinds() {
                let implied = [self.implied_group(job)];
                self.phases(job, kind, &implied).iter().for_each(&mut visit);
            }
        }
    }

    /// Number of cycles for the threads of all jobs.
    pub fn cycles(&self) -> usize {
        let mut sum = 0;
        if self.server_setup.cycles.is_some() {
            self.each_group(|group| {
                sum += if group.continues {
                    0
                } else {
                    group.count as usize
                };
            });
        }
        sum
    }
}
