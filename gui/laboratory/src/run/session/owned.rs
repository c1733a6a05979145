//! A simulation that owns all it stands on, so that it can be kept, moved and sent.

use std::sync::Arc;

use cosched_core::Simulation;
use cosched_core::engine::{BoxedStorage, Setup};
use cosched_core::workload::MoldSpec;
use self_cell::{MutBorrow, self_cell};

use crate::base::problem::Problem;
use crate::family::coscheduling::processes::ProcessData;
use crate::family::policy_buffers;
use crate::record::Experiment;
use crate::record::choice::Choice;
use crate::record::cluster::NodeSets;
use crate::run::setup::{molds, processes, setup};

/// The inputs of a run.
struct Inputs {
    experiment: Arc<Experiment>,
    choice: Choice,
    processes: Option<ProcessData>,
}

/// Tables that borrow from the experiment.
struct Tables<'a> {
    molds: Vec<MoldSpec<'a>>,
    sets: NodeSets<'a>,
}

self_cell!(
    struct InputsWithTables {
        owner: Inputs,
        #[covariant]
        dependent: Tables,
    }
);

/// The inputs of a run of `experiment` on the machine of `choice`, with their tables.
fn inputs(experiment: &Arc<Experiment>, choice: &Choice) -> Result<InputsWithTables, Problem> {
    let inputs = Inputs {
        experiment: Arc::clone(experiment),
        choice: choice.clone(),
        processes: processes(experiment, choice)?,
    };
    Ok(InputsWithTables::new(inputs, |inputs| Tables {
        molds: molds(&inputs.experiment, &inputs.choice),
        sets: inputs.experiment.node_sets(),
    }))
}

impl InputsWithTables {
    fn setup(&self) -> Setup<'_> {
        let (inputs, tables) = (self.borrow_owner(), self.borrow_dependent());
        let processes = inputs.processes.as_ref();
        let (experiment, choice) = (&inputs.experiment, &inputs.choice);
        setup(experiment, choice, processes, &tables.molds, &tables.sets)
    }
}

/// The setup, and the buffers of its size.
struct RunBuffers {
    inputs: InputsWithTables,
    storage: MutBorrow<BoxedStorage>,
}

self_cell!(
    struct SimulationCell {
        owner: RunBuffers,
        #[not_covariant]
        dependent: Simulation,
    }
);

/// A simulation with its experiment, tables and buffers.
pub(super) struct OwnedSimulation(SimulationCell);

impl OwnedSimulation {
    /// Prepares a run of `experiment` on the machine of `choice`.
    ///
    /// # Errors
    /// The engine refuses it.
    pub(super) fn new(experiment: &Arc<Experiment>, choice: &Choice) -> Result<Self, Problem> {
        let inputs = inputs(experiment, choice)?;
        policy_buffers::check_memory(choice.policy, &inputs.setup())?;
        let storage = BoxedStorage::new(&inputs.setup());
        Self::at_begin(inputs, storage)
    }

    fn at_begin(inputs: InputsWithTables, storage: BoxedStorage) -> Result<Self, Problem> {
        let room = RunBuffers {
            inputs,
            storage: MutBorrow::new(storage),
        };
        let held = SimulationCell::try_new(room, |room| {
            Simulation::new(room.inputs.setup(), room.storage.borrow_mut().as_storage())
        });
        held.map(Self)
            .map_err(|error| Problem::input(error.to_string()))
    }

    /// Goes back to the beginning, on the same buffers.
    ///
    /// # Errors
    /// None, as the engine took the experiment before.
    pub(super) fn restarted(self) -> Result<Self, Problem> {
        let RunBuffers { inputs, storage } = self.0.into_owner();
        Self::at_begin(inputs, storage.into_inner())
    }

    /// Prepares a run of another `experiment` likewise; on the same buffers if it has as many jobs on
    /// as many equal nodes as this one, so that it needs as much.
    ///
    /// # Errors
    /// The engine refuses it.
    pub(super) fn restarted_with(self, experiment: &Arc<Experiment>) -> Result<Self, Problem> {
        let RunBuffers {
            inputs: before,
            storage,
        } = self.0.into_owner();
        let Inputs {
            experiment: old,
            choice,
            ..
        } = before.borrow_owner();
        let is_plain =
            |one: &Experiment| one.has_equal_nodes() && one.molds.is_empty() && one.power.is_none();
        let size = |one: &Experiment| is_plain(one).then_some((one.jobs.len(), one.nodes));
        if size(old).is_none() || size(old) != size(experiment) {
            return Self::new(experiment, choice);
        }
        Self::at_begin(inputs(experiment, choice)?, storage.into_inner())
    }

    /// Calls `with` with the simulation.
    pub(super) fn with<T>(&mut self, with: impl FnOnce(&mut Simulation<'_>) -> T) -> T {
        self.0.with_dependent_mut(|_, simulation| with(simulation))
    }

    /// Calls `with` with the simulation, which it only reads.
    pub(super) fn read<T>(&self, with: impl FnOnce(&Simulation<'_>) -> T) -> T {
        self.0.with_dependent(|_, simulation| with(simulation))
    }
}
