//! `cosched generate`: a synthetic workload as SWF on standard output.

use super::arguments::{Jann, Lublin, Model, ModelArguments};
use crate::base::problem::Problem;
use crate::cli::show::output::Output;
use crate::export::{workload_header, workload_line};
use crate::load::model::ModelJobs as Drawing;
use crate::scenario::{JannWorkload, LublinSet, LublinWorkload, Machine, Scenario, Workload};

/// Writes the workload of `model` while it is drawn.
pub(super) fn generate(model: &Model) -> Result<(), Problem> {
    let (workload, nodes, drawn, note) = match model {
        Model::Lublin(asked) => (lublin(asked), asked.nodes, &asked.drawn, lublin_note(asked)),
        Model::Jann(asked) => (jann(asked), asked.nodes, &asked.drawn, jann_note(asked)),
    };
    let scenario = scenario(workload, nodes, drawn);
    let mut output = Output::new();
    if let Some(jobs) = Drawing::new(&scenario, Some(nodes))? {
        output.write(&workload_header(jobs.total, nodes, &note))?;
        for (at, job, label) in jobs {
            output.write(&workload_line(at, &job, &label))?;
            if output.is_closed() {
                break;
            }
        }
    }
    output.finish()
}

fn lublin(asked: &Lublin) -> Workload {
    Workload::Lublin(LublinWorkload {
        set: match asked.typed {
            true => LublinSet::Typed,
            false => LublinSet::Typeless,
        },
        load: asked.drawn.load,
        bit_exact: asked.bit_exact,
        ..LublinWorkload::of(asked.drawn.jobs)
    })
}

fn lublin_note(asked: &Lublin) -> String {
    format!(
        "Lublin-Feitelson model, {} set, seed {}{}",
        if asked.typed { "typed" } else { "typeless" },
        asked.drawn.seed,
        if asked.bit_exact { ", bit-exact" } else { "" }
    )
}

fn jann(asked: &Jann) -> Workload {
    Workload::Jann(JannWorkload {
        sizes: asked.sizes.0,
        load: asked.drawn.load,
        ..JannWorkload::of(asked.drawn.jobs)
    })
}

fn jann_note(asked: &Jann) -> String {
    format!(
        "{} (model of Jann et al. 1997, re-fitted to the log of the CTC SP2), sizes {}, seed {}",
        JannWorkload::NAME,
        asked.sizes.text(),
        asked.drawn.seed
    )
}

fn scenario(workload: Workload, nodes: u32, drawn: &ModelArguments) -> Scenario {
    Scenario {
        seed: drawn.seed,
        ..Scenario::of(Machine::cluster(Some(nodes)), workload)
    }
}
