//! Agile: jobs of each grain under a rule of their own.

use super::bits::clear;
use super::filling::{QuantumNodes, Scratch, in_service};
use super::list_rules::ListRules;
#[cfg(feature = "alloc")]
use super::lists::BoxedList;
use super::lists::{List, ListBuffers, ListSizes};
use super::quanta::Quanta;
#[cfg(feature = "alloc")]
use super::rows::BoxedRows;
use super::rows::{RowBuffers, RowSizes, Rows, TurnRules};
use super::service::check_processes;
use crate::buffers::buffers;
use crate::engine::storage::words_for;
use crate::engine::{Context, Policy, Setup};
use crate::error::{CapacityError, PolicyError, ShareError};
use crate::machine::processes::ServedProcess;
use crate::units::ids::JobId;
use crate::units::time::Duration;
use crate::workload::{GrainClass, ProcessTable};

/// Shares of the machine for jobs of each grain, from fine to independent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shares {
    /// All of it for these numbers of quanta in turn, grain by grain. Grains without jobs
    /// are skipped.
    Quanta([u32; GrainClass::COUNT]),
    /// These numbers of nodes all of the time: the lowest ones for fine grain.
    Nodes([u32; GrainClass::COUNT]),
}

/// Parameters of Agile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// For fine grain, which is gang scheduled.
    pub turns: TurnRules,
    /// For medium and coarse grain and independent processes; of the same
    /// quantum.
    pub lists: [ListRules; GrainClass::COUNT - 1],
    /// Shares of the machine by grain.
    pub shares: Shares,
}

buffers! {
    /// Borrowed buffers of Agile.
    pub struct AgileBuffers, AgileSizes, BoxedAgile::as_buffers, "" {
        /// A bit for each job: jobs in a list.
        listed: [u64; words_for(jobs)] = 0,
        /// As many entries as the machine has nodes.
        served: [ServedProcess; nodes] = (0, crate::units::rate::Rate::STOPPED),
        /// As many entries as the machine has nodes: processes by progress.
        behind: [(Duration, u32); nodes] = (Duration::ZERO, 0),
        /// A bit for each node.
        nodes: [u64; words_for(nodes)] = 0,
        /// Job on each node in the present quantum, an entry per node; empty where all nodes
        /// are always in service.
        holders: [Option<JobId>; if has_outages { nodes } else { 0 }] = None,
    }
    with {
        /// For jobs of fine grain; not needed if there are none.
        rows: RowBuffers, RowSizes, BoxedRows = rows,
        /// For jobs of medium grain.
        medium: ListBuffers, ListSizes, BoxedList = ListSizes::of(own[0]),
        /// For jobs of coarse grain.
        coarse: ListBuffers, ListSizes, BoxedList = ListSizes::of(own[1]),
        /// For independent jobs.
        independent: ListBuffers, ListSizes, BoxedList = ListSizes::of(own[2]),
    }
    /// Computes the sizes for `jobs` jobs on `nodes` nodes, of which `own` are of medium and
    /// coarse grain and independent, with rows of these sizes.
    sizes of(
        rows: RowSizes,
        jobs: usize,
        own: [usize; GrainClass::COUNT - 1],
        nodes: usize,
        has_outages: bool
    ) {}
}

/// "Process grain size based scheduling of parallel jobs with Agile algorithm", 2009. Jobs
/// of fine grain are gang scheduled. For the others there are lists; every quantum, up to
/// five jobs from the front of a list that fit beside one another run, and up to five more
/// from the rest. The paper has one grain in the machine at a time; where there are
/// several, they have shares of it.
#[derive(Debug)]
pub struct Agile<'a> {
    rows: Option<Rows<'a>>,
    lists: [List<'a>; GrainClass::COUNT - 1],
    shares: Shares,
    processes: ProcessTable<'a>,
    listed: &'a mut [u64],
    scratch: Scratch<'a>,
    nodes: u32,
    quanta: Quanta,
    quantum: Duration,
    // Grain whose turn it is, and the number of its further quanta.
    turn_grain: usize,
    quanta_left: u32,
}

impl<'a> Agile<'a> {
    /// For `jobs` jobs with `processes` on `nodes` nodes.
    ///
    /// # Errors
    /// The buffer that is too small, or a job that its grain's share is too small for.
    pub fn new(
        rules: Rules,
        nodes: u32,
        jobs: usize,
        processes: ProcessTable<'a>,
        buffers: AgileBuffers<'a>,
    ) -> Result<Self, ShareError> {
        let width = nodes as usize;
        let mut counts = [0; GrainClass::COUNT];
        for job in (0..jobs).map(JobId::new) {
            rules.shares.check(job, processes)?;
            counts[processes.of(job).class as usize] += 1;
        }
        let [fine, own @ ..] = counts;
        let has_outages = !buffers.holders.is_empty();
        buffers.check(buffers.rows.sizes(), jobs, own, width, has_outages)?;
        let fine_nodes = rules.shares.room(GrainClass::Fine, nodes).1;
        let rows = match fine {
            0 => None,
            _ => Some(Rows::new(rules.turns, fine_nodes, jobs, buffers.rows)?),
        };
        let [medium, coarse, independent] = own;
        let [for_medium, for_coarse, for_independent] = rules.lists;
        let holders = buffers.holders.get_mut(..width).unwrap_or_default();
        holders.fill(None);
        buffers.listed.fill(0);
        Ok(Self {
            rows,
            lists: [
                List::new(for_medium, medium, jobs, buffers.medium)?,
                List::new(for_coarse, coarse, jobs, buffers.coarse)?,
                List::new(for_independent, independent, jobs, buffers.independent)?,
            ],
            shares: rules.shares,
            processes,
            listed: buffers.listed,
            scratch: Scratch {
                served: buffers.served,
                behind: buffers.behind,
                nodes: &mut buffers.nodes[..words_for(width)],
                holders,
            },
            nodes,
            quanta: Quanta::new(rules.turns.quantum),
            quantum: rules.turns.quantum,
            turn_grain: GrainClass::COUNT - 1,
            quanta_left: 0,
        })
    }

    /// Updates rows and lists at the end of a quantum; returns which grains have jobs.
    fn update(&mut self, context: &mut Context<'_, '_>) -> [bool; GrainClass::COUNT] {
        let mut present = [false; GrainClass::COUNT];
        if let Some(rows) = &mut self.rows {
            present[0] = rows.update(context, Some(GrainClass::Fine), |_, _| {});
        }
        let grew = context.queue_grew();
        for (list, class) in self.lists.iter_mut().zip(LISTED) {
            list.order(context, self.listed, class, grew);
            present[class as usize] = !list.is_empty();
        }
        if grew {
            // The order stays; this only clears the note that the queue grew.
            context.order_queue(|_, _| core::cmp::Ordering::Equal);
        }
        present
    }

    /// Moves on to the next turn among the `present` grains.
    fn next_turn(
        &mut self,
        present: [bool; GrainClass::COUNT],
        quanta: [u32; GrainClass::COUNT],
    ) -> usize {
        if self.quanta_left == 0 || !present[self.turn_grain] {
            let after =
                (1..=GrainClass::COUNT).map(|after| (self.turn_grain + after) % present.len());
            self.turn_grain = after.into_iter().find(|class| present[*class]).unwrap_or(0);
            self.quanta_left = quanta[self.turn_grain].max(1);
        }
        self.quanta_left -= 1;
        self.turn_grain
    }

    /// Skips quanta at once, if only one grain is present and nothing changes; returns
    /// whether it did.
    fn pass(&mut self, context: &mut Context<'_, '_>, class: usize) -> bool {
        let Some(rows) = self.rows.as_mut().filter(|_| class == 0) else {
            return false;
        };
        if !rows.may_pass(context) {
            return false;
        }
        let Some(length) = rows.serve_cycles(context, self.scratch.served) else {
            return false;
        };
        self.quanta.begin_long(context, length);
        true
    }

    /// Runs the jobs of a grain in a quantum that has begun; returns whether any can run.
    fn run(&mut self, context: &mut Context<'_, '_>, class: usize, quanta: u64) -> bool {
        let Some(list) = class.checked_sub(1) else {
            if let Some(rows) = &mut self.rows {
                rows.choose();
                rows.serve(context, &self.quanta, self.scratch.served, |_, _, _, _| ());
            }
            return true;
        };
        let (first, nodes) = self.shares.room(LISTED[list], self.nodes);
        let room = QuantumNodes {
            first,
            nodes,
            quanta,
            span: self.quanta.span(),
            span_end: self.quanta.span_end(),
        };
        self.lists[list].fill(context, room, &mut self.scratch)
    }

    /// Begins a quantum. Grains without a job that can run, as nodes are out of service or
    /// will be, pass their turns on; if no job can at all, there is no quantum before the
    /// next event.
    fn begin(&mut self, context: &mut Context<'_, '_>, present: [bool; GrainClass::COUNT]) {
        self.scratch.holders.fill(None);
        for _ in present {
            if self.begin_turn(context, present) {
                return;
            }
            self.quanta_left = 0;
        }
        self.quanta.stop();
        context.cancel_wake();
    }

    /// Runs the jobs whose turn it is; returns whether any can run.
    fn begin_turn(
        &mut self,
        context: &mut Context<'_, '_>,
        present: [bool; GrainClass::COUNT],
    ) -> bool {
        let classes = (0..present.len()).filter(|class| present[*class]);
        let only = match classes.clone().count() {
            1 => classes.clone().next(),
            _ => None,
        };
        let turn = match self.shares {
            // A grain alone has no turn to finish when others come.
            Shares::Quanta(_) if only.is_some() => {
                (self.turn_grain, self.quanta_left) = (only.unwrap_or(self.turn_grain), 0);
                only
            }
            Shares::Quanta(quanta) => Some(self.next_turn(present, quanta)),
            Shares::Nodes(_) => None,
        };
        if only.is_some_and(|class| self.pass(context, class)) {
            return true;
        }
        let at_once = only.and_then(|class| {
            let list = class.checked_sub(1)?;
            let (first, nodes) = self.shares.room(LISTED[list], self.nodes);
            let nodes = in_service(context, first, nodes);
            Some(self.lists[list].quanta_at_once(context, nodes))
        });
        let quanta = at_once.unwrap_or(1);
        let length = Duration(self.quantum.0.saturating_mul(quanta));
        self.quanta.begin_long(context, length);
        let mut anybody = false;
        for class in classes.filter(|class| turn.is_none_or(|turn| turn == *class)) {
            anybody |= self.run(context, class, quanta);
        }
        if let Some(rows) = self.rows.as_mut().filter(|_| turn.unwrap_or(0) != 0)
            && anybody
        {
            rows.end_quantum();
            // Its jobs lose the switch when they run again.
            rows.mark_unsteady();
        }
        anybody
    }

    /// Handles node changes, which cut the present quantum short: jobs on failed nodes are
    /// interrupted. Processes in lists have nodes for the quantum only, which is over when
    /// maintenance begins, as was known.
    fn interrupt(&mut self, context: &mut Context<'_, '_>) {
        if let Some(rows) = &mut self.rows {
            rows.interrupt(context, &self.quanta);
        }
        for (node, holder) in (0..).zip(&mut *self.scratch.holders) {
            let state = context.node_state(node);
            let is_known = state.is_in_maintenance() && !state.is_down();
            if let Some(job) = holder.take()
                && context.went_out_of_service(node)
                && !is_known
                && context.interrupt(job, node).is_ok()
            {
                clear(self.listed, job);
                self.lists.iter_mut().for_each(|list| list.forget(job));
            }
        }
    }
}

/// Grains that have lists.
const LISTED: [GrainClass; GrainClass::COUNT - 1] = [
    GrainClass::Medium,
    GrainClass::Coarse,
    GrainClass::Independent,
];

impl Shares {
    /// First node of jobs of `class`, and the number of their nodes when they run.
    fn room(&self, class: GrainClass, nodes: u32) -> (u32, u32) {
        match self {
            Self::Quanta(_) => (0, nodes),
            Self::Nodes(shares) => {
                let (before, from) = shares.split_at(class as usize);
                (before.iter().sum(), from[0])
            }
        }
    }

    /// Checks that the share of the grain of `job` is large enough for it.
    fn check(&self, job: JobId, processes: ProcessTable<'_>) -> Result<(), ShareError> {
        let class = processes.of(job).class;
        let (needs, has) = match self {
            Self::Quanta(shares) => (1, shares[class as usize]),
            Self::Nodes(shares) => {
                let nodes = processes.range_of(job).len();
                (nodes as u32, shares[class as usize])
            }
        };
        if has < needs {
            Err(ShareError::Share { job, needs, has })
        } else {
            Ok(())
        }
    }
}

impl Policy for Agile<'_> {
    #[inline]
    fn check(&self, setup: &Setup<'_>) -> Result<(), PolicyError> {
        PolicyError::unless_nodes(self.nodes, setup.nodes)?;
        setup.check_uncapped()?;
        if setup.outages.are_possible() {
            let needed = setup.nodes as usize;
            CapacityError::unless("holders", needed, self.scratch.holders.len())?;
        }
        check_processes(&self.processes, setup)?;
        let (jobs, machine) = (setup.jobs(), self.nodes);
        for list in &self.lists {
            list.check(self.quantum, jobs)?;
        }
        let fine = self.shares.room(GrainClass::Fine, machine).1;
        if let Shares::Nodes(shares) = self.shares {
            let shared = shares.iter().copied().map(u64::from).sum();
            if shared > u64::from(machine) {
                return Err(PolicyError::Shares { shared, machine });
            }
        }
        match &self.rows {
            Some(rows) => rows.check(fine, jobs),
            None => Ok(()),
        }
    }

    fn schedule(&mut self, context: &mut Context<'_, '_>) {
        if let Some(rows) = &mut self.rows {
            rows.note_ended(context);
        }
        if context.nodes_changed() {
            self.interrupt(context);
        }
        if !self.quanta.is_over(context) {
            return;
        }
        let present = self.update(context);
        if present.contains(&true) {
            self.begin(context, present);
            return;
        }
        if let Some(rows) = &mut self.rows {
            rows.end_quantum();
        }
        self.quanta.stop();
    }
}
