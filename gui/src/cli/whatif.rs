//! `cosched whatif`: the same jobs as they were scheduled and under another setting, and who wins
//! or loses by it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::arguments::WhatIf as Arguments;
use super::run::prepare;
use crate::cli::arguments::reading::Reading;
use crate::cli::command::Perform;
use crate::cli::show::bar::follow;
use crate::cli::show::output::{aligned, note, print};
use laboratory::base::format::count;
use laboratory::base::problem::Problem;
use laboratory::export::write_rows;
use laboratory::load::cases;
use laboratory::load::slurm::conf::Conf;
use laboratory::load::slurm::machine::DescribedMachine;
use laboratory::load::slurm::settings::Settings;
use laboratory::load::{self, Opened};
use laboratory::record::{Experiment, Run};
use laboratory::run::whatif::change::changed_scenario;
use laboratory::run::whatif::tables::{COLUMNS, Row, Table, report, rows};
use laboratory::run::whatif::{self, Names, WhatIf};
use laboratory::scenario::{Machine, PolicyName, Scenario, Sizing, TableWorkload, Workload};

impl Perform for Arguments {
    fn reading(&self) -> Option<&Reading> {
        Some(&self.table.reading)
    }

    fn outputs(&self) -> Vec<&PathBuf> {
        self.out.iter().collect()
    }

    fn perform(&self) -> Result<(), Problem> {
        whatif(self)
    }
}

/// Runs both settings, and prints which users and groups win and lose.
fn whatif(arguments: &Arguments) -> Result<(), Problem> {
    if let Some(out) = &arguments.out
        && out.extension().is_none_or(|ending| ending != "csv")
    {
        return Err(Problem::input("--out: the name must end in .csv").in_file(out));
    }
    if let Some(path) = &arguments.figure {
        super::figure::check(path)?;
    }
    let file = &arguments.table.file;
    let (before, not_simulated) = recorded_scenario(arguments)?;
    let after = changed_scenario(&before, &arguments.changes)
        .map_err(|problem| Problem::input(format!("--set {}", problem.sentence)))?;
    let phases = whatif::phases(&before, &after, arguments.phases);
    let before = prepare(before, file, arguments.quiet)?;
    let after = prepare(after, file, true)?;
    let news = after.remarks.iter();
    for remark in news.filter(|remark| !before.remarks.contains(remark) && !arguments.quiet) {
        note(&format!("  after the change: {remark}"));
    }
    let found = WhatIf::of(
        runs(&before, "before the change", phases, arguments)?,
        runs(&after, "after the change", phases, arguments)?,
    )
    .map_err(|problem| problem.in_file(file))?;
    let names = Names::of(&before.scenario, Some(file))?;
    print(&report_text(arguments, &not_simulated, &found, &names))?;
    if let Some(path) = &arguments.figure {
        super::figure::before_and_after(&found, path)?;
    }
    match &arguments.out {
        Some(out) => write_rows(out, rows(&found, &names)),
        None => Ok(()),
    }
}

/// Returns the scenario as it was, under one policy, and what of a slurm.conf is not simulated.
fn recorded_scenario(arguments: &Arguments) -> Result<(Scenario, Vec<String>), Problem> {
    let in_file = |problem: Problem| problem.in_file(&arguments.table.file);
    let Opened::Jobs(scenario) = load::open_any(&arguments.table.file)? else {
        let sentence = "a search for windows of slots; here jobs are to be run";
        return Err(in_file(Problem::input(sentence)));
    };
    let mut scenario = *scenario;
    set_table(&mut scenario, &arguments.table.workload()).map_err(in_file)?;
    let mut not_simulated = Vec::new();
    let is_scenario = cases::is_scenario(&arguments.table.file);
    if let Some(path) = &arguments.conf {
        let described = apply_slurm_conf(path, arguments.policy, &mut scenario)?;
        for remark in described.remarks.iter().filter(|_| !arguments.quiet) {
            note(&format!("{}: {remark}", path.display()));
        }
        not_simulated = described.not_simulated;
        if let (Some(_), Machine::Cluster(cluster)) = (arguments.table.nodes, &scenario.machine)
            && cluster.is_shared()
        {
            let sentence =
                "--nodes: slurm.conf has kinds of nodes; --set machine.kinds=… changes them";
            return Err(Problem::input(sentence));
        }
    } else if let Some(policy) = arguments.policy {
        (scenario.policies, scenario.variants) = (vec![policy], Vec::new());
    } else if !is_scenario || scenario.policies.len() != 1 {
        return Err(in_file(Problem::input(
            "under which policy it ran is not said; --conf slurm.conf, --policy NAME or a scenario with one policy says it",
        )));
    }
    if let (Some(nodes), Machine::Cluster(cluster)) = (arguments.table.nodes, &mut scenario.machine)
    {
        cluster.nodes = Some(nodes);
    }
    scenario.branches = Vec::new();
    Ok((scenario, not_simulated))
}

/// Gives the machine and settings of the slurm.conf at `path` to `scenario`, under Slurm unless a
/// `policy` is given. Returns what the file describes, with all of it that is not simulated.
fn apply_slurm_conf(
    path: &Path,
    policy: Option<PolicyName>,
    scenario: &mut Scenario,
) -> Result<DescribedMachine, Problem> {
    let in_conf = |problem: Problem| problem.in_file(path);
    let conf = Conf::read(path)?;
    let mut machine = DescribedMachine::of(&conf).map_err(in_conf)?;
    machine.apply_to(scenario);
    if let Some(nodes) = machine.equal_nodes() {
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
        let news = settings.not_simulated.into_iter();
        let known = &mut machine.not_simulated;
        let news: Vec<String> = news.filter(|one| !known.contains(one)).collect();
        known.splice(0..0, news);
    }
    Ok(machine)
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

/// Returns the run of each phase, with a bar.
fn runs(
    experiment: &Arc<Experiment>,
    label: &str,
    phases: u32,
    arguments: &Arguments,
) -> Result<Vec<Run>, Problem> {
    let found = follow(label, arguments.quiet, |progress| {
        let choice = whatif::first_policy(experiment)?;
        whatif::runs(experiment, &choice, phases, progress)
    });
    let found = found.map_err(|problem| problem.in_file(&arguments.table.file))?;
    found.ok_or_else(|| Problem::output("the runs were cancelled"))
}

/// Returns the text that is printed.
fn report_text(
    arguments: &Arguments,
    not_simulated: &[String],
    found: &WhatIf,
    names: &Names,
) -> String {
    let answer = report(found, names, &arguments.changes);
    let mut text = String::new();
    if !not_simulated.is_empty() {
        text += &format!("not simulated: {}\n", not_simulated.join(", "));
    }
    text += &(answer.sentences.join("\n") + "\n");
    for (index, table) in answer.tables.iter().enumerate() {
        // The first table has few lines, those of all jobs.
        let most = if index == 0 {
            usize::MAX
        } else {
            arguments.most
        };
        text += &("\n".to_owned() + &shortened(table, most));
    }
    text + "\nintervals: of the change of the mean, by the means of eight batches of jobs\n"
}

/// Returns a table, cut to its first and last rows if they are more than `most`.
fn shortened(table: &Table, most: usize) -> String {
    let names = COLUMNS.map(|(name, _)| name);
    let heading = std::array::from_fn(|column| match column {
        0 => table.title.to_owned(),
        _ => names[column - 1].to_owned(),
    });
    let first = most.div_ceil(2).min(table.rows.len());
    let left = table.rows.len().saturating_sub(most);
    let (above, rest) = table.rows.split_at(first);
    let shown = above.iter().chain(&rest[left.min(rest.len())..]);
    let cells = shown.map(|Row { cells, .. }| cells.clone());
    let lines: Vec<[String; 9]> = std::iter::once(heading).chain(cells).collect();
    let mut lines = aligned(&lines);
    if left > 0 {
        let sentence = format!(
            "… {} more between them; --out writes all",
            count(left as u64)
        );
        lines.insert(1 + first, sentence);
    }
    lines.join("\n") + "\n"
}
