//! The command line.

mod arguments;
mod check;
mod command;
mod explain;
mod generate;
mod laboratory;
#[cfg(unix)]
mod live;
mod logs;
mod predict;
mod report;
mod reproduce;
mod run;
#[cfg(unix)]
mod serve;
mod show;
mod sweep;
mod validate;
mod whatif;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::Parser;

use ::laboratory::base::problem::Problem;
use ::laboratory::base::{input_file, text_file};
use ::laboratory::export::check_file;
use ::laboratory::scenario::policy::registry::Registry;
use arguments::Arguments;
use command::{Perform, commands};

pub use laboratory::Laboratory;

commands! {
    /// Run scenarios or logs and print one row of metrics per policy
    Run(Box<arguments::Run>);
    /// Say why a job started when it did, or who waited at an instant
    Explain(Box<arguments::scene::Explain>);
    /// Say when the jobs that wait at an instant will start, and how sure that is
    Predict(Box<arguments::Predict>);
    /// Run scenarios and compare with what they expect
    Check(arguments::Check);
    /// Run every combination of some parameters with several seeds: one table
    Sweep(sweep::Sweep);
    /// Write a synthetic workload as SWF to standard output
    Generate(arguments::Generate);
    /// Read accounting, say what was read, changed and dropped, and write it as a log
    Import(arguments::Import);
    /// Say how sound a log or accounting is: what it covers, what cannot be, its machine and users
    Inspect(arguments::Table);
    /// Say how well a simulation fits its log, and what the log shows of machine, limits and policy
    Fit(Box<arguments::Fit>);
    /// Compare a policy with the real scheduler that it simulates, decision by decision
    Validate(arguments::Validate);
    /// Say what another setting would have done to the same jobs: to whom, and how sure that is
    #[command(name = "whatif")]
    WhatIf(Box<arguments::WhatIf>);
    /// Run a scenario or a log and write a page of HTML about every run
    Report(arguments::Report);
    /// Run a scenario or a log and draw a figure for print
    Figure(arguments::Figure);
    /// Run a paper's experiment again: reported, measured, verdict
    Reproduce(arguments::Reproduce);
    /// Run real commands on this machine's processors, scheduled by a policy
    Live(arguments::Live) where unix;
    /// Answer at an address when the jobs that wait in a cluster or a log will start, and why not yet
    Serve(Box<serve::Serve>) where unix;
    /// Ask such a service when a job will start
    When(serve::When) where unix;
    /// Write what a shell completes commands and options by
    Completions(show::manual::Completions);
    /// Write pages of the manual, which `man` shows
    Man(show::manual::Manual);
}

/// Runs the command line with the published policies alone.
pub fn main() -> ExitCode {
    Laboratory::new().main()
}

fn run_program(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(shown) => {
            // Help that nobody can be shown is no failure of another kind.
            let _ = shown.print();
            return u8::try_from(shown.exit_code()).unwrap_or(2);
        }
    };
    // A scenario given to a command is meant to be run; the window opens files in passing.
    let is_window = arguments.command.is_none();
    if !is_window || arguments.window.allow_external {
        Registry::current().starting_programs().make_usual();
    }
    if !is_window {
        input_file::protect();
    }
    let requested = arguments.command.as_ref().map(Command::arguments);
    let reading = requested.and_then(Perform::reading);
    text_file::allow_unpacked(reading.unwrap_or(&arguments.window.reading).unpacked);
    let outputs = requested.map_or(Vec::new(), Perform::outputs);
    let mut outputs = outputs.into_iter();
    let done = outputs.try_for_each(|path| check_file(path));
    let done = done.and_then(|()| match requested {
        Some(requested) => requested.perform(),
        None => window(&arguments.window),
    });
    match done {
        Ok(()) => 0,
        Err(problem) => {
            show::output::note(&format!("cosched: {problem}"));
            problem.status()
        }
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
