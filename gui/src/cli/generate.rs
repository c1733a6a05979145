//! `cosched generate`: a synthetic workload as SWF on standard output.

use super::arguments::{Generate, Jann, Lublin, Model, ModelArguments};
use crate::cli::command::Perform;
use crate::cli::show::output::Output;
use laboratory::base::problem::Problem;
use laboratory::export::{workload_header, workload_line};
use laboratory::load::model::ModelJobs as Drawing;
use laboratory::scenario::{JannWorkload, LublinSet, LublinWorkload, Machine, Scenario, Workload};

impl Perform for Generate {
    fn perform(&self) -> Result<(), Problem> {
        generate(&self.model)
    }
}

/// Writes the workload of `model` while it is drawn.
fn generate(model: &Model) -> Result<(), Problem> {
    let (workload, nodes, drawn, note) = match model {
        Model::Lublin(arguments) => (
            lublin(arguments),
            arguments.nodes,
            &arguments.drawn,
            lublin_note(arguments),
        ),
        Model::Jann(arguments) => (
            jann(arguments),
            arguments.nodes,
            &arguments.drawn,
            jann_note(arguments),
        ),
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

fn lublin(arguments: &Lublin) -> Workload {
    Workload::Lublin(LublinWorkload {
        set: if arguments.typed {
            LublinSet::Typed
        } else {
            LublinSet::Typeless
        },
        load: arguments.drawn.load,
        bit_exact: arguments.bit_exact,
        ..LublinWorkload::of(arguments.drawn.jobs)
    })
}

fn lublin_note(arguments: &Lublin) -> String {
    format!(
        "Lublin-Feitelson model, {} set, seed {}{}",
        if arguments.typed { "typed" } else { "typeless" },
        arguments.drawn.seed,
        if arguments.bit_exact {
            ", bit-exact"
        } else {
            ""
        }
    )
}

fn jann(arguments: &Jann) -> Workload {
    Workload::Jann(JannWorkload {
        sizes: arguments.sizes.0,
        load: arguments.drawn.load,
        ..JannWorkload::of(arguments.drawn.jobs)
    })
}

fn jann_note(arguments: &Jann) -> String {
    format!(
        "{} (model of Jann et al. 1997, re-fitted to the log of the CTC SP2), sizes {}, seed {}",
        JannWorkload::NAME,
        arguments.sizes.text(),
        arguments.drawn.seed
    )
}

fn scenario(workload: Workload, nodes: u32, drawn: &ModelArguments) -> Scenario {
    Scenario {
        seed: drawn.seed,
        ..Scenario::of(Machine::cluster(Some(nodes)), workload)
    }
}
