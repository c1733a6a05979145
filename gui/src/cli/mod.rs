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
mod sweep;
mod validate;
mod whatif;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;

use ::laboratory::base::problem::Problem;
use ::laboratory::base::{input_file, text_file};
use ::laboratory::export::check_file;
use ::laboratory::family::own::external;
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
        Some(Command::Run(requested)) => requested.scene.reading.unpacked,
        Some(Command::Explain(requested)) => requested.subject.scene.reading.unpacked,
        Some(Command::Predict(requested)) => requested.subject.scene.reading.unpacked,
        Some(Command::Check(requested)) => requested.reading.unpacked,
        Some(Command::Report(requested)) => requested.subject.scene.reading.unpacked,
        Some(Command::Figure(requested)) => requested.subject.scene.reading.unpacked,
        Some(Command::Sweep(requested)) => requested.reading.unpacked,
        Some(Command::Import(requested)) => requested.table.reading.unpacked,
        Some(Command::Inspect(requested)) => requested.reading.unpacked,
        Some(Command::WhatIf(requested)) => requested.table.reading.unpacked,
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
        Command::Predict(arguments) => [arguments.out.as_ref(), arguments.figure.as_ref()],
        Command::Import(arguments) => [arguments.out.as_ref(), None],
        Command::WhatIf(arguments) => [arguments.out.as_ref(), None],
        Command::Report(arguments) => [Some(&arguments.out), None],
        Command::Figure(arguments) => [Some(&arguments.out), None],
        Command::Reproduce(arguments) => [arguments.out.as_ref(), arguments.figure.as_ref()],
        _ => [None, None],
    };
    files.into_iter().flatten().map(PathBuf::as_path).collect()
}

fn perform(arguments: Arguments) -> Result<(), Problem> {
    match arguments.command {
        None => window(&arguments.window),
        Some(Command::Run(requested)) => run::run(&requested),
        Some(Command::Explain(requested)) => explain::explain(&requested),
        Some(Command::Predict(requested)) => predict::predict(&requested),
        Some(Command::Check(requested)) => check::check(&requested),
        Some(Command::Sweep(requested)) => sweep::sweep(&requested),
        Some(Command::Generate(requested)) => generate::generate(&requested.model),
        Some(Command::Import(requested)) => import::import(&requested),
        Some(Command::Inspect(requested)) => inspect::inspect(&requested),
        Some(Command::Validate(requested)) => validate::validate(&requested),
        Some(Command::WhatIf(requested)) => whatif::whatif(&requested),
        Some(Command::Report(requested)) => report::report(&requested),
        Some(Command::Figure(requested)) => figure::figure(&requested),
        Some(Command::Reproduce(requested)) => reproduce::run(&requested),
        #[cfg(unix)]
        Some(Command::Live(requested)) => live::live(&requested),
    }
}

#[cfg(feature = "window")]
fn window(requested: &arguments::Window) -> Result<(), Problem> {
    match &requested.screenshot {
        None => desktop::open(requested.files.clone()),
        Some(out) => {
            let dark = requested.theme == arguments::Theme::Dark;
            let panes = panes(&requested.pane)?;
            desktop::screenshot(
                requested.files.clone(),
                &panes,
                requested.job,
                requested.size.0,
                dark,
                out,
            )
        }
    }
}

/// Returns the panes with these titles.
#[cfg(feature = "window")]
fn panes(titles: &[String]) -> Result<Vec<desktop::Pane>, Problem> {
    let all = desktop::Pane::ALL;
    let find = |title: &String| {
        let is_it = |pane: &&desktop::Pane| pane.title().eq_ignore_ascii_case(title);
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
