//! Power of nodes: record, metrics, and tables over time and for each job.

use crate::family::Addition;
use crate::family::room::{Columns, Table};
use crate::record::Run;
use crate::record::metric::{Better, Metric, Value};
use crate::record::power::{PowerRecorder, Totals};
use crate::scenario::reference::sources::OUR_OWN;

/// The feature.
pub(super) const ADDITION: Addition = Addition {
    metrics: METRICS,
    is_in_report: true,
    line_metrics: |run| {
        if has_power(run) { &[METRICS] } else { &[] }
    },
    columns: Some(COLUMNS),
    tables: |run| table(run).into_iter().collect(),
    add_recorders: |experiment, _, _, recorders| {
        if let Some(recorder) = PowerRecorder::of(experiment) {
            recorders.add(recorder);
        }
        Ok(())
    },
    ..Addition::NONE
};

fn has_power(run: &Run) -> bool {
    run.power().is_some()
}

fn totals(run: &Run) -> Option<&Totals> {
    run.power().map(|power| &power.totals)
}

/// Makes a metric of power.
const fn of_power(
    [name, title, unit]: [&'static str; 3],
    decimals: usize,
    sentence: &'static str,
    value: fn(&Run) -> Option<f64>,
) -> Metric {
    Metric {
        name,
        title,
        unit,
        decimals,
        better: Better::Less,
        least: 0.0,
        sentence,
        source: OUR_OWN,
        is_defined: has_power,
        value: Value::Kept(value),
    }
}

/// The metrics.
const METRICS: &[Metric] = &[
    of_power(
        ["energy", "energy", "kWh"],
        3,
        "What all nodes drew, busy and idle, from the first submission to the last end",
        |run| totals(run).map(|totals| totals.energy),
    ),
    of_power(
        ["idle_energy", "idle energy", "kWh"],
        3,
        "What idle nodes drew of that, and those asleep",
        |run| totals(run).map(|totals| totals.idle),
    ),
    of_power(
        ["energy_per_job", "energy per job", "kWh"],
        6,
        "What all nodes drew, idle ones too, over the jobs that ended in any way but being refused",
        |run| {
            let jobs = run.metrics.jobs;
            let energy = totals(run)?.energy;
            (jobs > 0).then(|| energy / jobs as f64)
        },
    ),
    Metric {
        // A kWh may cost less than nothing.
        least: f64::NEG_INFINITY,
        ..of_power(
            ["energy_cost", "energy cost", ""],
            2,
            "What the energy cost, each kWh at its instant, in the currency of the scenario",
            |run| totals(run)?.cost,
        )
    },
    of_power(
        ["energy_carbon", "carbon", "kg"],
        3,
        "Carbon dioxide that the energy came with, each kWh at its instant",
        |run| totals(run)?.carbon,
    ),
    of_power(
        ["peak_power", "peak power", "kW"],
        3,
        "The most that all nodes drew at once",
        |run| totals(run).map(|totals| totals.peak),
    ),
    of_power(
        ["above_cap", "above the cap", "s"],
        0,
        "How long more was drawn than the cap on power allows: by jobs that had outrun their estimates when it fell",
        |run| Some(totals(run)?.above_cap?.seconds()),
    ),
];

/// Further columns of `jobs.csv`: what a job's nodes drew while it had them, as far as known.
const COLUMNS: Columns = Columns {
    names: &["energy_kwh", "energy_cost", "carbon_kg"],
    applies: has_power,
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
fn table(run: &Run) -> Option<Table> {
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
    let rows = std::iter::once(heading).chain(rows).collect();
    Some(("power.csv", rows))
}
