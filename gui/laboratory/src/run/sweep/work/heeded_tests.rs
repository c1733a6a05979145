//! Runs are the same with those parameters alone that their policies heed.

use std::collections::HashMap;
use std::sync::Arc;

use crate::base::progress::Progress;
use crate::load::{self, examples};
use crate::metrics::{Values, values};
use crate::record::Experiment;
use crate::record::choice::Choice;
use crate::run::simulate;
use crate::scenario::reference::tests::parameters_with_one_value;
use crate::scenario::{Parameters, PolicyName, parse};

fn run(
    experiment: &Arc<Experiment>,
    policy: PolicyName,
    parameters: &Parameters,
) -> Option<Values> {
    let choice = Choice::plain(policy, parameters);
    let run = simulate(experiment, &choice, false, &Progress::default());
    run.ok().map(|run| values(&run.unwrap()))
}

/// Every published policy that runs an example gives the same values with each value of each
/// parameter, whether it gets all parameters or those that it heeds. A run that is refused with all
/// is refused before a sweep begins.
#[test]
fn what_is_not_heeded_changes_no_run() {
    let all = parameters_with_one_value();
    assert!(all.len() > 100, "{}", all.len());
    let mut compared: HashMap<PolicyName, u32> = HashMap::new();
    for example in examples::ALL {
        let scenario = parse(example.text, None).unwrap();
        let Ok(experiment) = load::prepare(&scenario, None, &Progress::default()) else {
            continue;
        };
        // Long ones show no more.
        if experiment.jobs.len() > 60 {
            continue;
        }
        let experiment = Arc::new(experiment);
        for policy in PolicyName::PUBLISHED {
            if load::check_policy(&scenario.machine, policy).is_err() {
                continue;
            }
            let mut known: Vec<(Parameters, Option<Values>)> = Vec::new();
            for (text, parameters) in &all {
                let heeded = parameters.heeded_by(policy);
                if heeded == *parameters {
                    continue;
                }
                let index = known.iter().position(|(one, _)| *one == heeded);
                let index = index.unwrap_or_else(|| {
                    let found = run(&experiment, policy, &heeded);
                    known.push((heeded, found));
                    known.len() - 1
                });
                let whole = run(&experiment, policy, parameters);
                if whole.is_some() {
                    assert_eq!(
                        whole, known[index].1,
                        "{}: {policy:?} with {text}",
                        example.name
                    );
                    *compared.entry(policy).or_default() += 1;
                }
            }
        }
    }
    // A mapping is of the jobs of one scenario.
    let without_mapping = |policy: &PolicyName| *policy != PolicyName::Mapping;
    for policy in PolicyName::PUBLISHED.into_iter().filter(without_mapping) {
        let count = compared.get(&policy).copied().unwrap_or_default();
        assert!(count > 50, "{policy:?}: {count}");
    }
}

/// Jobs are read and drawn with the parameters that every run heeds as with all.
#[test]
fn what_is_not_heeded_changes_no_jobs() {
    let all = parameters_with_one_value();
    let models = [
        "(machine: Cluster(nodes: 16, memory: 2048), workload: Lublin(jobs: 30, memory: Uniform))",
        "(machine: Cluster(nodes: 16, memory: 2048), workload: Jann(jobs: 30, memory: Uniform),
            moldable: ())",
    ];
    let texts = examples::ALL.iter().map(|example| example.text);
    for text in texts.chain(models) {
        let mut scenario = parse(text, None).unwrap();
        for (text, parameters) in &all {
            let mut jobs = |parameters: Parameters| {
                scenario.parameters = parameters;
                let prepared = load::prepare(&scenario, None, &Progress::default());
                prepared.ok().map(|one| (one.jobs, one.labels, one.molds))
            };
            let [whole, heeded] = [
                parameters.clone(),
                parameters.heeded_by(PolicyName::Recorded),
            ]
            .map(&mut jobs);
            if whole.is_some() {
                assert!(whole == heeded, "{text}");
            }
        }
    }
}
