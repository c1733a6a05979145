//! A mapping of jobs to servers made beforehand: by another run, or by hand.

use super::{check, order_by_rank};
use crate::engine::{Context, Placement, Policy, Setup};
use crate::error::{CapacityError, PolicyError};
use crate::units::ids::ServerId;
use crate::units::time::Duration;

/// Places every job on the server it is mapped to, as soon as it waits.
#[derive(Debug)]
pub struct Mapping<'a> {
    servers: &'a [ServerId],
    // Greatest server that a job is mapped to.
    last: usize,
    ranks: Option<&'a [Duration]>,
}

impl<'a> Mapping<'a> {
    /// With the server of each of `jobs` jobs, all of which the machine must have.
    ///
    /// # Errors
    /// `servers` is too short.
    pub fn new(servers: &'a [ServerId], jobs: usize) -> Result<Self, CapacityError> {
        CapacityError::unless("mapping", jobs, servers.len())?;
        let servers = &servers[..jobs];
        let last = servers.iter().map(|server| server.index()).max();
        Ok(Self {
            servers,
            last: last.unwrap_or(0),
            ranks: None,
        })
    }

    /// As [`super::LookAhead::by_rank`].
    #[must_use]
    pub fn by_rank(self, ranks: &'a [Duration]) -> Self {
        Self {
            ranks: Some(ranks),
            ..self
        }
    }
}

impl Policy for Mapping<'_> {
    #[inline]
    fn check(&self, setup: &Setup<'_>) -> Result<(), PolicyError> {
        let (jobs, machine) = (setup.jobs(), setup.server_setup.servers.len());
        CapacityError::unless("mapping", jobs, self.servers.len())?;
        check(machine, self.ranks, setup)?;
        if self.last < machine {
            Ok(())
        } else {
            Err(PolicyError::NoSuchServer {
                server: self.last,
                machine,
            })
        }
    }

    fn schedule(&mut self, context: &mut Context<'_, '_>) {
        order_by_rank(context, self.ranks);
        while let Some(job) = context.head() {
            let server = self.servers[job.index()];
            if context
                .start_on_server(job, server, Placement::Mapped)
                .is_err()
            {
                return; // the machine has no such server
            }
        }
    }
}
