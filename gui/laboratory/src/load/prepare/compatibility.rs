//! Compatibility of policies with a machine and with parameters.

use std::collections::BTreeMap;

use crate::base::problem::Problem;
use crate::record::choices::check_branches;
use crate::scenario::cluster::NodeChoice;
use crate::scenario::policy::registry::Registry;
use crate::scenario::{Cluster, Machine, PolicyName, Scenario, Workload};

/// Checks that each policy is compatible with the machine.
///
/// # Errors
/// The first policy that is not; the message has those that are.
pub fn check_policies(scenario: &Scenario) -> Result<(), Problem> {
    let mut policies = scenario.all_policies();
    policies.try_for_each(|policy| check_policy(&scenario.machine, policy))?;
    check_outages(scenario)?;
    check_power(scenario)?;
    check_gpu_shares(scenario)?;
    check_node_choice(scenario)?;
    check_branches(scenario)?;
    let variants = scenario.variants.iter().map(|variant| &variant.parameters);
    let mut parameter_sets = variants.chain([&scenario.parameters]);
    parameter_sets.try_for_each(|parameters| check_own(&parameters.own))
}

/// Checks that each policy handles nodes out of service, where there are outages.
fn check_outages(scenario: &Scenario) -> Result<(), Problem> {
    let nodes = scenario.machine.nodes();
    let mut policies = scenario.all_policies();
    let are_possible = nodes.is_some_and(|nodes| nodes.outages.is_some());
    match policies.find(|policy| are_possible && policy.refuses_outages()) {
        None => Ok(()),
        Some(policy) => Err(Problem::input(format!(
            "`outages`: how {} treats nodes out of service has not been measured, and is not simulated; leave it out, or ask for {}",
            policy.title(),
            PolicyName::queue_titles("or")
        ))),
    }
}

/// Checks that each policy has a known number of busy nodes where power is computed, and heeds a
/// cap.
fn check_power(scenario: &Scenario) -> Result<(), Problem> {
    let nodes = scenario.machine.nodes();
    let Some(power) = nodes.and_then(|nodes| nodes.power.as_ref()) else {
        return Ok(());
    };
    let mut policies = scenario.all_policies();
    if let Some(policy) = policies.find(|policy| policy.has_quanta() || policy.molds()) {
        return Err(Problem::input(format!(
            "`power`: under {} jobs take turns on nodes or share them, and what nodes draw is counted only where each job has its own",
            policy.title()
        )));
    }
    let mut policies = scenario.all_policies();
    match policies.find(|policy| power.cap.is_some() && !policy.heeds_cap()) {
        None => Ok(()),
        Some(policy) => Err(Problem::input(format!(
            "`power`: {} heeds no cap; {} do",
            policy.title(),
            PolicyName::queue_titles("and")
        ))),
    }
}

/// Checks that each policy places parts of GPUs, where a job asks for one.
fn check_gpu_shares(scenario: &Scenario) -> Result<(), Problem> {
    let Workload::Jobs(jobs) = &scenario.workload else {
        return Ok(());
    };
    let Some(index) = jobs.iter().position(|job| job.gpu_share.is_some()) else {
        return Ok(());
    };
    let mut policies = scenario.all_deciding();
    match policies.find(|policy| policy.knows_partitions() && !policy.parts_gpus()) {
        None => Ok(()),
        Some(policy) => Err(Problem::input(format!(
            "the job in place {} says `gpu_share`, and {} plans whole GPUs: leave it out, or ask for {}",
            index + 1,
            policy.title(),
            titles(&|policy| policy.parts_gpus())
        ))),
    }
}

/// Checks that each policy leaves the choice of nodes to the machine, where that says which come first.
fn check_node_choice(scenario: &Scenario) -> Result<(), Problem> {
    let nodes = scenario.machine.nodes();
    let is_usual = nodes.is_none_or(|one| one.node_choice == NodeChoice::FewestCores);
    let mut policies = scenario.all_deciding();
    match policies.find(|policy| !is_usual && policy.knows_partitions() && !policy.parts_gpus()) {
        None => Ok(()),
        Some(policy) => Err(Problem::input(format!(
            "`node_choice`: {} chooses nodes itself; leave it out, or ask for {}",
            policy.title(),
            titles(&|policy| policy.parts_gpus())
        ))),
    }
}

/// Titles of the policies that are such.
fn titles(is_such: &dyn Fn(&PolicyName) -> bool) -> String {
    let such = PolicyName::all().filter(is_such);
    let titles: Vec<_> = such.map(PolicyName::title).collect();
    titles.join(", ")
}

/// Checks that these parameters of own policies exist, and have allowed values.
fn check_own(own_params: &BTreeMap<String, f64>) -> Result<(), Problem> {
    let known = || {
        Registry::current()
            .policies()
            .iter()
            .flat_map(|policy| policy.parameters())
    };
    for (name, value) in own_params {
        let mut same = known()
            .filter(|parameter| parameter.name == name)
            .peekable();
        if same.peek().is_none() {
            let names: Vec<_> = known().map(|parameter| parameter.name).collect();
            return Err(Problem::input(match &*names.join(", ") {
                "" => format!("no policy has a parameter `{name}`: none is built in besides ours"),
                names => format!("no policy has a parameter `{name}`; there are {names}"),
            }));
        }
        if let Some(parameter) = same.find(|parameter| !parameter.range.contains(value)) {
            let (low, high) = (parameter.range.start(), parameter.range.end());
            return Err(Problem::input(format!(
                "{value} is not a value of `{name}`: {low} to {high} is allowed"
            )));
        }
    }
    Ok(())
}

/// Checks that `policy` is compatible with `machine`.
///
/// # Errors
/// It is not; the message has the policies that are.
pub fn check_policy(machine: &Machine, policy: PolicyName) -> Result<(), Problem> {
    let has_servers = matches!(machine, Machine::Servers(_));
    let is_shared = machine.nodes().is_some_and(Cluster::is_shared);
    if is_shared && !policy.knows_partitions() {
        return Err(Problem::input(format!(
            "{} takes nodes whole and all to be equal; on nodes with cores, `machine: Cluster(kinds: [(cores: …)])`, there are {}",
            policy.title(),
            titles(&|policy| policy.knows_partitions())
        )));
    }
    if policy.is_for_servers() == has_servers {
        let kinds = machine
            .nodes()
            .is_some_and(|cluster| !cluster.kinds.is_empty());
        return if kinds && !is_shared && !policy.tells_nodes_apart() {
            Err(Problem::input(format!(
                "{} takes all nodes to be equal; on `machine: Cluster(kinds: …)` there is {}",
                policy.title(),
                titles(&|policy| policy.tells_nodes_apart())
            )))
        } else {
            Ok(())
        };
    }
    let (machine, other) = if has_servers {
        ("Servers", "Cluster")
    } else {
        ("Cluster", "Servers")
    };
    Err(Problem::input(format!(
        "{} needs `machine: {other}(…)`; on `{machine}` there are {}",
        policy.title(),
        titles(&|policy| policy.is_for_servers() == has_servers)
    )))
}
