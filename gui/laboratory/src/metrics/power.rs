//! The metrics of runs with known power of nodes.

use crate::record::Run;
use crate::record::metric::{Better, Metric, Value};
use crate::record::power::Totals;
use crate::scenario::reference::sources::OUR_OWN;

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
pub const METRICS: &[Metric] = &[
    of_power(
        ["energy", "energy", "kWh"],
        3,
        "What all nodes drew, busy and idle, from the first submission to the last end",
        |run| totals(run).map(|totals| totals.energy),
    ),
    of_power(
        ["idle_energy", "idle energy", "kWh"],
        3,
        "What idle nodes drew of that",
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
