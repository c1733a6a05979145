//! Classes of jobs, measured while the jobs run.

use crate::engine::Context;
use crate::error::CapacityError;
use crate::machine::processes::ServiceUse;
use crate::units::ids::JobId;
use crate::units::time::{Duration, Time};
use crate::workload::{GrainClass, ProcessSpec};

/// Duration and thresholds of measurements. The values of the original could not be found;
/// they have to be given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MeasuringRules {
    /// Processor time between two barriers from which on a job need not run at once.
    pub granularity: Duration,
    /// Share of its processor time, in thousandths, from which on a job makes best use of
    /// running at once.
    pub efficiency: u32,
    /// Number of quanta in its own row for which a job is measured, at least one.
    pub quanta: u32,
    /// Time after which it is measured again, if ever.
    pub reset: Option<Duration>,
}

/// Measurements of a job so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Measurement {
    // Its class: fine grain until it is known.
    class: GrainClass,
    is_known: bool,
    since: Time,
    quanta: u32,
    // Sums for one process, and barriers.
    given: Duration,
    useful: Duration,
    barriers: u64,
}

impl Measurement {
    /// Nothing; all zero bytes.
    pub const EMPTY: Self = Self {
        class: GrainClass::Fine,
        is_known: false,
        since: Time::ZERO,
        quanta: 0,
        given: Duration::ZERO,
        useful: Duration::ZERO,
        barriers: 0,
    };
}

/// Source of the classes of jobs.
#[derive(Debug)]
pub enum Classes<'a> {
    /// From their grain.
    ByGrain,
    /// Measured while they run, with an entry for each job.
    Measured(MeasuringRules, &'a mut [Measurement]),
}

impl Classes<'_> {
    /// Checks that there is room for `jobs` jobs and clears it.
    pub(super) fn check(&mut self, jobs: usize) -> Result<(), CapacityError> {
        if let Self::Measured(_, measured) = self {
            CapacityError::unless("measured", jobs, measured.len())?;
            measured.fill(Measurement::EMPTY);
        }
        Ok(())
    }

    /// Checks that there is an entry for each of `jobs` jobs.
    pub(super) fn fit(&self, jobs: usize) -> Result<(), CapacityError> {
        match self {
            Self::ByGrain => Ok(()),
            Self::Measured(_, measured) => CapacityError::unless("measured", jobs, measured.len()),
        }
    }

    /// Whether they never change.
    pub(super) fn are_fixed(&self) -> bool {
        matches!(self, Self::ByGrain)
    }

    /// Class of `job`: fine-grained until it has been measured.
    pub(super) fn of(&self, job: JobId, spec: ProcessSpec) -> GrainClass {
        match self {
            Self::ByGrain => spec.class,
            Self::Measured(_, measured) => measured[job.index()].class,
        }
    }

    /// Notes the use of `time` in which all processes of `job` ran.
    pub(super) fn note(
        &mut self,
        context: &mut Context<'_, '_>,
        job: JobId,
        time: Duration,
        ran: ServiceUse,
    ) {
        let Self::Measured(measuring, measured) = self else {
            return;
        };
        let entry = &mut measured[job.index()];
        if entry.is_known {
            let is_old = |reset: Duration| context.now().since(entry.since) >= reset;
            if !measuring.reset.is_some_and(is_old) {
                return;
            }
            *entry = Measurement::EMPTY;
            context.report_class(job, GrainClass::Fine);
        }
        let nodes = u128::from(context.nodes_of(job).max(1));
        // Sums are kept per process.
        let useful = u64::try_from(ran.useful / nodes).unwrap_or(u64::MAX);
        let spec = context.process_spec(job);
        entry.quanta += 1;
        entry.given = Duration(entry.given.0.saturating_add(time.0));
        entry.useful = Duration(entry.useful.0.saturating_add(useful));
        entry.barriers = entry.barriers.saturating_add(ran.barriers);
        if entry.quanta >= measuring.quanta {
            entry.class = measuring.class(entry, spec);
            (entry.is_known, entry.since) = (true, context.now());
            context.report_class(job, entry.class);
        }
    }
}

impl MeasuringRules {
    /// Class of a job by its measurements: medium grain if it should run at once but cannot
    /// use its time, coarse grain if it need not.
    fn class(&self, measured: &Measurement, spec: ProcessSpec) -> GrainClass {
        let between = measured.useful.0.checked_div(measured.barriers);
        if between.is_none_or(|between| between >= self.granularity.0) {
            return GrainClass::Coarse;
        }
        let used = spec.utilisation.work_in(measured.useful);
        let share = u128::from(used.0) * 1000;
        if share >= u128::from(self.efficiency) * u128::from(measured.given.0) {
            GrainClass::Fine
        } else {
            GrainClass::Medium
        }
    }
}
