//! Power of nodes, as tables: over time, and for each job.

use crate::family::Columns;
use crate::record::Run;

/// Further columns of `jobs.csv`: what a job's nodes drew while it had them, as far as known.
pub(super) const COLUMNS: Columns = Columns {
    names: &["energy_kwh", "energy_cost", "carbon_kg"],
    applies: |run| run.power().is_some(),
    cells: |run, job| {
        let of_job = run.power().and_then(|record| record.job_energies.get(job));
        let of_job = of_job.copied().unwrap_or_default();
        let power = run.experiment.power.as_ref();
        let known = |is_known: Option<bool>, value: f64| match is_known {
            Some(true) => value.to_string(),
            _ => String::new(),
        };
        vec![
            of_job.energy.to_string(),
            known(power.map(|power| power.cost.is_some()), of_job.cost),
            known(power.map(|power| power.carbon.is_some()), of_job.carbon),
        ]
    },
};

/// Returns how many nodes, or cores of shared ones, are busy, and what all of them draw, at each
/// change, if that is known of `run`.
pub(super) fn rows(run: &Run) -> Option<Vec<Vec<String>>> {
    let (power, record) = (run.experiment.power.as_ref()?, run.power()?);
    let heading = [
        "from",
        match run.experiment.cluster {
            Some(_) => "busy_cores",
            None => "busy_nodes",
        },
        "watts",
    ];
    let heading = heading.map(str::to_owned).to_vec();
    let rows = record.busy.iter().map(|&(at, busy)| {
        let watts = power.watts(run.nodes_at(at), busy);
        vec![
            at.seconds().to_string(),
            busy.units.to_string(),
            watts.to_string(),
        ]
    });
    Some(std::iter::once(heading).chain(rows).collect())
}
