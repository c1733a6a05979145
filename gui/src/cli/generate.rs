//! `cosched generate`: a synthetic workload as SWF on standard output.

use super::arguments::{Lublin, Model};
use super::output::print;
use crate::export::workload_swf;
use crate::load;
use crate::problem::Problem;
use crate::progress::Progress;
use crate::scenario::{
    Estimates, LublinSet, LublinWorkload, Machine, Parameters, Scenario, Workload,
};

/// Writes the workload of `model`.
pub(super) fn generate(model: &Model) -> Result<(), Problem> {
    let Model::Lublin(asked) = model;
    let scenario = scenario(asked);
    let experiment = load::prepare(&scenario, None, &Progress::default())?;
    let note = format!(
        "Lublin-Feitelson model, {} set, seed {}{}",
        if asked.typed { "typed" } else { "typeless" },
        asked.seed,
        if asked.bit_exact { ", bit-exact" } else { "" }
    );
    print(&workload_swf(&experiment, &note))
}

fn scenario(asked: &Lublin) -> Scenario {
    Scenario {
        title: String::new(),
        machine: Machine::cluster(Some(asked.nodes)),
        workload: Workload::Lublin(LublinWorkload {
            jobs: asked.jobs,
            set: match asked.typed {
                true => LublinSet::Typed,
                false => LublinSet::Typeless,
            },
            load: asked.load,
            estimates: Estimates::Exact,
            memory: None,
            bit_exact: asked.bit_exact,
        }),
        policies: Vec::new(),
        variants: Vec::new(),
        parameters: Parameters::default(),
        seed: asked.seed,
        expect: Vec::new(),
    }
}
