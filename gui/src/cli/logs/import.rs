//! `cosched import`: accounting read, what was changed reported, and written as a log or a table.

use std::path::{Path, PathBuf};

use super::site::apply_slurm_conf;
use crate::cli::arguments::Import;
use crate::cli::arguments::reading::Reading;
use crate::cli::command::Perform;
use crate::cli::run::prepare;
use crate::cli::show::output::print;
use laboratory::base::format;
use laboratory::base::input_file;
use laboratory::base::problem::Problem;
use laboratory::export;
use laboratory::load::account;
use laboratory::load::recorded;
use laboratory::scenario::{Machine, PolicyName, Scenario, TableWorkload, Workload, to_ron};

impl Perform for Import {
    fn reading(&self) -> Option<&Reading> {
        Some(&self.table.reading)
    }

    fn outputs(&self) -> Vec<&PathBuf> {
        self.out.iter().collect()
    }

    fn perform(&self) -> Result<(), Problem> {
        import(self)
    }
}

/// Reads the file and writes it in the requested format.
fn import(arguments: &Import) -> Result<(), Problem> {
    let (table, nodes) = (arguments.table.workload(), arguments.table.nodes);
    let form = arguments.out.as_deref().map(Out::of).transpose()?;
    if form == Some(Out::Scenario) {
        arguments.table.check_named()?;
    }
    if let Some(conf) = &arguments.conf {
        return with_machine(arguments, conf, form);
    }
    if let (Some(Out::Scenario), true) = (form, arguments.anonymise) {
        let sentence = "--anonymise: a scenario names the file with all that is in it; write a log (.swf) or a table (.csv)";
        return Err(Problem::input(sentence));
    }
    let read = account::read(&table, &table.path)?;
    let accounts = if arguments.anonymise {
        read.anonymised()
    } else {
        read
    };
    let (jobs, remarks) = accounts
        .summary(&table, nodes)
        .map_err(|problem| problem.in_file(&table.path))?;
    let mut text = format!(
        "{}: {}\n",
        table.path.display(),
        format::counted(jobs, "job")
    );
    for remark in &remarks {
        text += &format!("  {remark}\n");
    }
    print(&text)?;
    let (Some(out), Some(form)) = (&arguments.out, form) else {
        return Ok(());
    };
    let written = match form {
        Out::Scenario => to_ron(&scenario(&table, nodes)),
        Out::Log => export::accounts_swf(&accounts, &table, nodes),
        Out::Table => export::accounts_csv(&accounts),
    };
    export::write_whole(out, written.as_bytes())
}

/// Reads the file as jobs of the machine that `conf` describes, and writes that as a scenario.
fn with_machine(arguments: &Import, conf: &Path, form: Option<Out>) -> Result<(), Problem> {
    if form.is_some_and(|form| form != Out::Scenario) {
        let sentence = "--conf: the machine is written into a scenario (.ron) alone";
        return Err(Problem::input(sentence));
    }
    let mut scenario = scenario(&arguments.table.workload(), None);
    let found = apply_slurm_conf(conf, None, true, &mut scenario, &arguments.table.file)?;
    recorded::add_to(&mut scenario, &arguments.table.file);
    print(&found.summary(conf))?;
    prepare(scenario.clone(), &arguments.table.file, false)?;
    match &arguments.out {
        Some(out) => export::write_whole(out, to_ron(&scenario).as_bytes()),
        None => Ok(()),
    }
}

fn scenario(table: &TableWorkload, nodes: Option<u32>) -> Scenario {
    let machine = Machine::cluster(nodes);
    let name = table.path.file_name().unwrap_or_default();
    // The scenario may be written into another folder.
    let path = input_file::absolute(&table.path);
    let whole = TableWorkload {
        path,
        ..table.clone()
    };
    Scenario {
        title: name.to_string_lossy().into_owned(),
        policies: PolicyName::defaults_for(&machine).to_vec(),
        ..Scenario::of(machine, Workload::Table(whole))
    }
}

/// Format of the output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Out {
    /// A log.
    Log,
    /// A table.
    Table,
    /// A scenario.
    Scenario,
}

impl Out {
    /// Returns the format of a file of that name.
    fn of(path: &Path) -> Result<Self, Problem> {
        let ending = path.extension().unwrap_or_default().to_string_lossy();
        match ending.to_ascii_lowercase().as_str() {
            "swf" => Ok(Self::Log),
            "csv" => Ok(Self::Table),
            "ron" => Ok(Self::Scenario),
            other => Err(Problem::input(format!(
                "--out: what ends in `{other}` is not written; .swf, .csv and .ron are"
            ))),
        }
    }
}
