//! A mapping of jobs to servers made beforehand: by another run, or by hand.

use super::order_by_rank;
use crate::engine::{Context, Placement, Policy};
use crate::error::CapacityError;
use crate::ids::ServerId;
use crate::time::Duration;

/// Places every job on the server it is mapped to, as soon as it waits.
#[derive(Debug)]
pub struct Mapping<'a> {
    servers: &'a [ServerId],
    ranks: Option<&'a [Duration]>,
}

impl<'a> Mapping<'a> {
    /// With the server of each of `jobs` jobs. A job on a server that the
    /// machine does not have waits for ever, and so do those behind it.
    ///
    /// # Errors
    /// `servers` is too short.
    pub fn new(servers: &'a [ServerId], jobs: usize) -> Result<Self, CapacityError> {
        CapacityError::unless("mapping", jobs, servers.len())?;
        let ranks = None;
        Ok(Self { servers, ranks })
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
    fn schedule(&mut self, context: &mut Context<'_, '_>) {
        order_by_rank(context, self.ranks);
        while let Some(job) = context.head() {
            let server = self.servers[job.index()];
            if context.place(job, server, Placement::Mapped).is_err() {
                return; // the machine has no such server
            }
        }
    }
}
