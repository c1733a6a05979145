//! The command line.

mod arguments;
mod check;
mod explain;
mod figure;
mod generate;
mod import;
mod inspect;
mod laboratory;
#[cfg(unix)]
mod live;
mod predict;
mod report;
mod reproduce;
mod run;
mod show;
mod slots;
mod stream;
mod sweep;
mod validate;
mod whatif;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;

use crate::base::problem::Problem;
use crate::base::{input_file, text_file};
use crate::export::check_file;
use crate::family::own::external;
use arguments::{Arguments, Command};

pub use laboratory::Laboratory;

/// Runs the command line with the published policies alone.
pub fn main() -> ExitCode {
    Laboratory::new().main()
}

fn run_program() -> ExitCode {
    let arguments = Arguments::parse();
    // A scenario given to a command is meant to be run; the window opens files in passing.
    let is_window = arguments.command.is_none();
    if !is_window || arguments.window.allow_external {
        external::allow();
    }
    if !is_window {
        input_file::protect();
    }
    text_file::allow_unpacked(match &arguments.command {
        Some(Command::Run(asked)) => asked.scene.reading.unpacked,
        Some(Command::Explain(asked)) => asked.subject.scene.reading.unpacked,
        Some(Command::Predict(asked)) => asked.subject.scene.reading.unpacked,
        Some(Command::Check(asked)) => asked.reading.unpacked,
        Some(Command::Report(asked)) => asked.subject.scene.reading.unpacked,
        Some(Command::Figure(asked)) => asked.subject.scene.reading.unpacked,
        Some(Command::Sweep(asked)) => asked.reading.unpacked,
        Some(Command::Import(asked)) => asked.table.reading.unpacked,
        Some(Command::Inspect(asked)) => asked.reading.unpacked,
        Some(Command::WhatIf(asked)) => asked.table.reading.unpacked,
        _ => arguments.window.reading.unpacked,
    });
    let outputs = arguments.command.as_ref().map_or(Vec::new(), outputs);
    let done = outputs.into_iter().try_for_each(check_file);
    let done = done.and_then(|()| perform(arguments));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            show::output::note(&format!("cosched: {problem}"));
            ExitCode::from(problem.status())
        }
    }
}

/// Returns the files that a command writes, as far as they are named.
fn outputs(command: &Command) -> Vec<&Path> {
    let files = match command {
        Command::Predict(asked) => [asked.out.as_ref(), asked.figure.as_ref()],
        Command::Import(asked) => [asked.out.as_ref(), None],
        Command::WhatIf(asked) => [asked.out.as_ref(), None],
        Command::Report(asked) => [Some(&asked.out), None],
        Command::Figure(asked) => [Some(&asked.out), None],
        Command::Reproduce(asked) => [asked.out.as_ref(), asked.figure.as_ref()],
        _ => [None, None],
    };
    files.into_iter().flatten().map(PathBuf::as_path).collect()
}

fn perform(arguments: Arguments) -> Result<(), Problem> {
    match arguments.command {
        None => window(&arguments.window),
        Some(Command::Run(asked)) => run::run(&asked),
        Some(Command::Explain(asked)) => explain::explain(&asked),
        Some(Command::Predict(asked)) => predict::predict(&asked),
        Some(Command::Check(asked)) => check::check(&asked),
        Some(Command::Sweep(asked)) => sweep::sweep(&asked),
        Some(Command::Generate(asked)) => generate::generate(&asked.model),
        Some(Command::Import(asked)) => import::import(&asked),
        Some(Command::Inspect(asked)) => inspect::inspect(&asked),
        Some(Command::Validate(asked)) => validate::validate(&asked),
        Some(Command::WhatIf(asked)) => whatif::whatif(&asked),
        Some(Command::Report(asked)) => report::report(&asked),
        Some(Command::Figure(asked)) => figure::figure(&asked),
        Some(Command::Reproduce(asked)) => reproduce::run(&asked),
        #[cfg(unix)]
        Some(Command::Live(asked)) => live::live(&asked),
    }
}

#[cfg(feature = "window")]
fn window(asked: &arguments::Window) -> Result<(), Problem> {
    match &asked.screenshot {
        None => crate::desktop::open(asked.files.clone()),
        Some(out) => {
            let dark = asked.theme == arguments::Theme::Dark;
            let panes = panes(&asked.pane)?;
            crate::desktop::screenshot(
                asked.files.clone(),
                &panes,
                asked.job,
                asked.size.0,
                dark,
                out,
            )
        }
    }
}

/// Returns the panes with these titles.
#[cfg(feature = "window")]
fn panes(titles: &[String]) -> Result<Vec<crate::desktop::Pane>, Problem> {
    let all = crate::desktop::Pane::ALL;
    let find = |title: &String| {
        let is_it = |pane: &&crate::desktop::Pane| pane.title().eq_ignore_ascii_case(title);
        all.iter().find(is_it).copied().ok_or_else(|| {
            let titles = all.map(|pane| pane.title().to_lowercase());
            Problem::input(format!(
                "there is no pane `{title}`; there are {}",
                titles.join(", ")
            ))
        })
    };
    titles.iter().map(find).collect()
}

#[cfg(not(feature = "window"))]
fn window(_: &arguments::Window) -> Result<(), Problem> {
    Err(Problem::input(
        "this program was built without the window; `cosched --help` lists what it can do",
    ))
}
