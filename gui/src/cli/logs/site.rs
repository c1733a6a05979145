//! A log as it was recorded: the scenario of its machine and policy, as far as these are known.

use std::path::{Path, PathBuf};

use crate::cli::arguments::Site;
use crate::cli::arguments::adjust::set_warm_up;
use crate::cli::show::output::note;
use cosched_core::machine::cluster::PreemptMode;
use laboratory::base::problem::Problem;
use laboratory::load::slurm::conf::Conf;
use laboratory::load::slurm::limits::PrintedLimits;
use laboratory::load::slurm::machine::DescribedMachine;
use laboratory::load::slurm::settings::Settings;
use laboratory::load::{self, Opened, cases, scenario_log};
use laboratory::scenario::{Machine, PolicyName, Scenario, Sizing, TableWorkload, Workload};

/// A log with its machine and its policies.
pub(in crate::cli) struct Recorded {
    /// The scenario, without branches.
    pub(in crate::cli) scenario: Scenario,
    /// Settings of a slurm.conf that are not simulated.
    pub(in crate::cli) not_simulated: Vec<String>,
}

impl Recorded {
    /// The log under the one policy that it is known to have been recorded under.
    pub(in crate::cli) fn under_one_policy(site: &Site, is_quiet: bool) -> Result<Self, Problem> {
        let (found, is_policy_known) = Self::of(site, is_quiet)?;
        if is_policy_known {
            return Ok(found);
        }
        Err(Problem::input(
            "under which policy it ran is not said; --conf slurm.conf, --policy NAME or a scenario with one policy says it",
        )
        .in_file(&site.table.file))
    }

    /// The log, and whether the policy is known that it was recorded under.
    pub(in crate::cli) fn of(site: &Site, is_quiet: bool) -> Result<(Self, bool), Problem> {
        let file = &site.table.file;
        let in_file = |problem: Problem| problem.in_file(file);
        let Opened::Jobs(scenario) = load::open_any(file)? else {
            let sentence = "a search for windows of slots; here jobs are to be run";
            return Err(in_file(Problem::input(sentence)));
        };
        let mut scenario = *scenario;
        set_table(&mut scenario, &site.table.workload()).map_err(in_file)?;
        let (mut not_simulated, mut preempt_by_qos) = (Vec::new(), None);
        if let Some(path) = &site.conf {
            // Limits are of nodes whose cores are known.
            let keeps_kinds = !site.limits.is_empty();
            let described = apply_slurm_conf(path, site.policy, keeps_kinds, &mut scenario, file)?;
            for remark in described.remarks.iter().filter(|_| !is_quiet) {
                note(&format!("{}: {remark}", path.display()));
            }
            preempt_by_qos = described.preempt_by_qos;
            not_simulated = described.not_simulated;
        } else if let Some(policy) = site.policy {
            (scenario.policies, scenario.variants) = (vec![policy], Vec::new());
        }
        if let (Some(nodes), Machine::Cluster(cluster)) = (site.table.nodes, &mut scenario.machine)
        {
            if site.conf.is_some() && cluster.is_shared() {
                let sentence =
                    "--nodes: slurm.conf has kinds of nodes; --set machine.kinds=… changes them";
                return Err(Problem::input(sentence));
            }
            if site.conf.is_none() && !cases::is_scenario(file) {
                // Those of a table of nodes beside that of the jobs.
                cluster.kinds.clear();
            }
            cluster.nodes = Some(nodes);
        }
        if !site.limits.is_empty() {
            let limits = read_limits(&site.limits)?;
            limits.apply_to(&mut scenario);
            if let Some(usual) = preempt_by_qos {
                limits.apply_preemption(usual, &mut scenario);
                not_simulated.retain(|one| !one.starts_with("preempttype="));
            } else if site.conf.is_none() {
                not_simulated.extend(limits.preemption_in_words());
            } else if is_preempted_by_partition(&scenario) {
                not_simulated.extend(limits.exemptions_in_words());
            }
            not_simulated.extend(limits.not_simulated);
            scenario_log::give_kinds(&mut scenario, file)?;
        }
        if let Some(warm_up) = site.warm_up {
            set_warm_up(&mut scenario, warm_up).map_err(in_file)?;
        }
        scenario.branches = Vec::new();
        let is_policy_known = site.conf.is_some()
            || site.policy.is_some()
            || (cases::is_scenario(file) && scenario.policies.len() == 1);
        let found = Self {
            scenario,
            not_simulated,
        };
        Ok((found, is_policy_known))
    }
}

/// Gives the machine and settings of the slurm.conf at `path` to `scenario`, whose paths are relative to the
/// file `source`, under Slurm unless a `policy` is given. Equal nodes that jobs get whole become a number,
/// unless `keeps_kinds`, or jobs hold licences or are in other partitions. Returns what the file describes, with all of it that is not
/// simulated.
pub(in crate::cli) fn apply_slurm_conf(
    path: &Path,
    policy: Option<PolicyName>,
    keeps_kinds: bool,
    scenario: &mut Scenario,
    source: &Path,
) -> Result<DescribedMachine, Problem> {
    let in_conf = |problem: Problem| problem.in_file(path);
    let conf = Conf::read(path)?;
    let mut machine = DescribedMachine::of(&conf).map_err(in_conf)?;
    // Of a log that does not say who held licences, nobody holds any.
    let licences = &mut machine.cluster.licences;
    if !licences.is_empty() && !scenario_log::has_licences(scenario, source)? {
        licences.clear();
    }
    let has_licences = !licences.is_empty();
    machine.apply_to(scenario);
    let equal_nodes = machine
        .equal_nodes()
        .filter(|_| !keeps_kinds && !has_licences);
    if let Some((nodes, only)) = equal_nodes
        // Jobs of partitions that the machine does not have are dropped only if it has partitions.
        && !scenario_log::has_other_partitions(scenario, source, only)?
    {
        scenario.machine = Machine::cluster(Some(nodes));
        if let Workload::Table(table) = &mut scenario.workload {
            // Each job has its nodes alone.
            table.size.get_or_insert(Sizing::Nodes);
        }
    }
    let policy = policy.unwrap_or(PolicyName::Slurm);
    (scenario.policies, scenario.variants) = (vec![policy], Vec::new());
    if policy.is_of_slurm() {
        let settings = Settings::of(&conf).map_err(in_conf)?;
        scenario.parameters.slurm = settings.slurm;
        let mut unsimulated = settings.not_simulated;
        unsimulated.retain(|one| !machine.simulates(one));
        let known = &mut machine.not_simulated;
        let is_new = |one: &String| {
            let is_simulated = has_licences && one.starts_with("licenses=");
            !is_simulated && !known.contains(one)
        };
        unsimulated.retain(is_new);
        known.splice(0..0, unsimulated);
    }
    Ok(machine)
}

/// Whether jobs are preempted for those of partitions of higher tiers.
fn is_preempted_by_partition(scenario: &Scenario) -> bool {
    let mut partitions = scenario
        .machine
        .nodes()
        .into_iter()
        .flat_map(|cluster| &cluster.partitions);
    partitions.any(|one| one.preempt_mode != PreemptMode::Off)
}

/// Reads limits that `sacctmgr` has printed into some files.
pub(in crate::cli) fn read_limits(paths: &[PathBuf]) -> Result<PrintedLimits, Problem> {
    let mut all = PrintedLimits::default();
    for path in paths {
        all.add(PrintedLimits::read(path)?);
    }
    Ok(all)
}

/// Sets how `scenario` reads its accounting, if any option of it is given.
fn set_table(scenario: &mut Scenario, arguments: &TableWorkload) -> Result<(), Problem> {
    match &mut scenario.workload {
        Workload::Table(table) => *table = table.with_options(arguments),
        _ if *arguments == TableWorkload::with_path(arguments.path.clone()) => {}
        _ => {
            let sentence = "--fields, --zone and --size say how accounting is read; this is none";
            return Err(Problem::input(sentence));
        }
    }
    Ok(())
}
