//! Service of a job in a quantum, and the use of it.

use crate::engine::{Context, QuantumUse, Setup};
use crate::error::PolicyError;
use crate::machine::processes::{ServedProcess, ServiceUse};
use crate::units::ids::JobId;
use crate::units::rate::Rate;
use crate::units::time::Duration;
use crate::workload::{GrainClass, ProcessTable};

/// Part of a quantum for a job.
#[derive(Clone, Copy, Debug)]
pub(super) struct Service {
    /// Time it loses at first, less than the quantum.
    pub(super) lost: Duration,
    /// The quantum.
    pub(super) quantum: Duration,
}

impl Service {
    /// A `quantum`, which may be shorter than the time lost of it.
    pub(super) fn of(lost: Duration, quantum: Duration) -> Self {
        Self {
            lost: lost.min(quantum),
            quantum,
        }
    }

    /// Rest of the quantum.
    pub(super) fn time(self) -> Duration {
        Duration(self.quantum.0.saturating_sub(self.lost.0))
    }

    /// Use of the processor time of `job`, which had `nodes` exclusively; a medium-grained
    /// one leaves a part of them to others.
    pub(super) fn quantum_use(
        self,
        context: &Context<'_, '_>,
        job: JobId,
        nodes: &[u64],
        ran: ServiceUse,
    ) -> QuantumUse {
        let count: u128 = nodes.iter().map(|word| u128::from(word.count_ones())).sum();
        let spec = context.process_spec(job);
        let part = if spec.class == GrainClass::Medium {
            spec.utilisation
        } else {
            Rate::FULL
        };
        let scaled = |time: u128| {
            // More than `u64` holds is centuries of all nodes in one quantum.
            let time = Duration(u64::try_from(time).unwrap_or(u64::MAX));
            u128::from(part.work_in(time).0)
        };
        QuantumUse {
            given: scaled(count * u128::from(self.quantum.0)),
            switching: scaled(count * u128::from(self.lost.0)),
            useful: scaled(ran.useful),
            spinning: scaled(ran.spinning),
        }
    }

    /// Use of the processor time of a job with `count` processes on exclusive nodes.
    pub(super) fn quantum_use_on(self, count: usize, ran: ServiceUse) -> QuantumUse {
        let sum = |time: Duration| u128::from(time.0) * count as u128;
        QuantumUse {
            given: sum(self.quantum),
            switching: sum(self.lost),
            useful: ran.useful,
            spinning: ran.spinning,
        }
    }

    /// Use of the processor time of a job with the `served` processes, each on a part of a
    /// node.
    pub(super) fn quantum_use_by(self, served: &[ServedProcess], ran: ServiceUse) -> QuantumUse {
        let sum = |time: Duration| {
            let times = served.iter().map(|(_, rate)| rate.work_in(time).0);
            times.map(u128::from).sum()
        };
        QuantumUse {
            given: sum(self.quantum),
            switching: sum(self.lost),
            useful: ran.useful,
            spinning: ran.spinning,
        }
    }
}

/// Checks that `processes`, which a policy was made for, are those of the simulation.
pub(super) fn check_processes(
    processes: &ProcessTable<'_>,
    setup: &Setup<'_>,
) -> Result<(), PolicyError> {
    match &setup.processes {
        None => Err(PolicyError::NoProcesses),
        Some(simulated) if simulated.is_same(processes) => Ok(()),
        Some(_) => Err(PolicyError::OtherProcesses),
    }
}

/// Serves all processes of `job` that are not done, for which `served` has room; returns
/// their number.
pub(super) fn serve_all(
    context: &mut Context<'_, '_>,
    job: JobId,
    service: Service,
    served: &mut [ServedProcess],
) -> (usize, ServiceUse) {
    // Starts it, unless it has started before.
    let _ = context.admit(job);
    // Cannot fail: it runs.
    let ran = context.serve_all(job, served, service.lost, service.time());
    ran.unwrap_or_default()
}

/// Serves these processes of `job`.
pub(super) fn serve_these(
    context: &mut Context<'_, '_>,
    job: JobId,
    service: Service,
    served: &[ServedProcess],
) -> ServiceUse {
    // Starts it, unless it has started before.
    let _ = context.admit(job);
    // Cannot fail: it runs, and has these processes.
    let ran = context.serve(job, served, service.lost, service.time());
    ran.unwrap_or_default()
}

/// Sets the lowest `count` bits from index `first` on.
pub(super) fn set_lowest_bits(bits: &mut [u64], first: usize, count: usize) {
    bits.fill(0);
    for index in first..first + count {
        bits[index / 64] |= 1 << (index % 64);
    }
}
