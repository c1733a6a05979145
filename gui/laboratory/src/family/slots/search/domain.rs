//! The nodes of a domain, with their booked and idle slots.

use cosched_core::Time;
use cosched_core::slots::{Domain, DomainModel, Node, Slot, SlotsError, idle_for, idle_slots};

use crate::base::problem::Problem;

/// Nodes with their numbers and slots.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct DomainData {
    /// The nodes.
    pub nodes: Vec<Node>,
    /// Their numbers in results, in the same order.
    pub ids: Vec<u64>,
    /// Idle slots.
    pub idle: Vec<Slot>,
    /// Booked slots, where they are known.
    pub booked: Vec<Slot>,
    /// End of the schedules.
    pub horizon: Time,
}

/// Largest number of tasks that are drawn: a GiB.
const MOST_BOOKED: usize = 1 << 24;

impl DomainData {
    /// Draws so many nodes by `model`, with their booked slots.
    ///
    /// # Errors
    /// A parameter is out of range.
    pub fn drawn(model: &DomainModel, count: usize, seed: u64) -> Result<Self, Problem> {
        model.check().map_err(|error| problem(&error, &[]))?;
        let room = model.booked_for(count);
        if room > MOST_BOOKED {
            return Err(Problem::input(format!(
                "up to {room} tasks may have to be drawn; {MOST_BOOKED} are allowed: take fewer nodes, less load, longer tasks or a nearer horizon"
            )));
        }
        let mut nodes = vec![Node::default(); count];
        model.nodes(seed, &mut nodes);
        let mut booked = vec![Slot::EMPTY; room];
        let found = model.booked(seed, count, &mut booked);
        booked.truncate(found.map_err(|error| Problem::input(error.to_string()))?);
        Self {
            ids: (1..=count as u64).collect(),
            nodes,
            booked,
            horizon: model.horizon,
            ..Self::default()
        }
        .with_idle()
    }

    /// Returns the domain with everything idle that is not booked.
    ///
    /// # Errors
    /// The schedules are invalid.
    pub fn with_idle(mut self) -> Result<Self, Problem> {
        let count = self.nodes.len();
        self.idle = vec![Slot::EMPTY; idle_for(count, self.booked.len())];
        let found = idle_slots(count, &mut self.booked, self.horizon, &mut self.idle);
        let found = found.map_err(|error| problem(&error, &self.ids))?;
        self.idle.truncate(found);
        Ok(self)
    }

    /// Checks that slots do not overlap and nodes have a performance.
    ///
    /// # Errors
    /// The domain is invalid.
    pub fn check(&self) -> Result<(), Problem> {
        let mut buffers = [Vec::new(), Vec::new()];
        self.domain(&mut buffers, self.idle.len()).map(|_| ())
    }

    /// Returns the core's form, on these buffers, which grow as needed for `room` slots.
    ///
    /// # Errors
    /// The nodes or slots are invalid.
    pub fn domain<'d>(
        &'d self,
        [by_start, by_end]: &'d mut [Vec<Slot>; 2],
        room: usize,
    ) -> Result<Domain<'d>, Problem> {
        for buffer in [&mut *by_start, &mut *by_end] {
            buffer.resize(room.max(self.idle.len()), Slot::EMPTY);
        }
        let domain = Domain::new(&self.nodes, &self.idle, by_start, by_end);
        domain.map_err(|error| problem(&error, &self.ids))
    }
}

/// An error of the core in terms of the numbers `ids` of nodes.
pub(super) fn problem(error: &SlotsError, ids: &[u64]) -> Problem {
    // The core counts nodes from 0 and reports them from 1.
    let lookup = |node: u32| {
        let id = ids.get(node as usize).copied().unwrap_or(0);
        id.checked_sub(1).and_then(|id| u32::try_from(id).ok())
    };
    let mut error = *error;
    if let SlotsError::NoPerformance { node }
    | SlotsError::Empty { node, .. }
    | SlotsError::TooLate { node, .. }
    | SlotsError::Overlap { node, .. }
    | SlotsError::NotIdle { node, .. } = &mut error
    {
        *node = lookup(*node).unwrap_or(*node);
    }
    Problem::input(error.to_string())
}
