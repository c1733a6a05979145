//! `cosched completions` and `cosched man`: the command line as shells and `man` read it, made from the
//! description that `--help` is made from.

use std::path::{Path, PathBuf};

use clap::{Args, Command, CommandFactory};
use clap_complete::{Generator, Shell};
use clap_mangen::Man;

use super::output::print;
use crate::cli::arguments::Arguments;
use crate::cli::command::Perform;
use laboratory::base::problem::Problem;
use laboratory::export::write_whole;

#[derive(Debug, Args)]
pub(in crate::cli) struct Completions {
    /// The shell.
    shell: Shell,
    /// Write the file that the shell looks for to this folder.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl Perform for Completions {
    fn perform(&self) -> Result<(), Problem> {
        let mut command = Arguments::command();
        let name = command.get_name().to_owned();
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut command, &name, &mut script);
        write_or_print(self.out.as_deref(), &self.shell.file_name(&name), &script)
    }
}

#[derive(Debug, Args)]
pub(in crate::cli) struct Manual {
    /// Whose page it is, as in `cosched man run`; that of the whole program if absent.
    #[arg(value_name = "COMMAND")]
    command: Vec<String>,
    /// Write all pages to this folder, a file for each command.
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    out: Option<PathBuf>,
}

impl Perform for Manual {
    fn perform(&self) -> Result<(), Problem> {
        // There is a page for each command, so nobody looks for one of `help`.
        let mut program = Arguments::command().disable_help_subcommand(true);
        program.build();
        match &self.out {
            Some(folder) => write_pages(folder, &program),
            None => write_page(None, command_of(&program, &self.command)?),
        }
    }
}

/// Returns the command below `program` that these words call.
fn command_of<'a>(program: &'a Command, words: &[String]) -> Result<&'a Command, Problem> {
    words.iter().try_fold(program, |above, word| {
        above.find_subcommand(word).ok_or_else(|| {
            let names: Vec<&str> = above.get_subcommands().map(Command::get_name).collect();
            let above = above.get_bin_name().unwrap_or_else(|| above.get_name());
            Problem::input(match &names[..] {
                [] => format!("`{above}` has no command `{word}`, as it has none"),
                names => format!(
                    "`{above}` has no command `{word}`; there are {}",
                    names.join(", ")
                ),
            })
        })
    })
}

/// Writes the pages of `command` and of all below it.
fn write_pages(folder: &Path, command: &Command) -> Result<(), Problem> {
    write_page(Some(folder), command)?;
    let mut below = command.get_subcommands();
    below.try_for_each(|command| write_pages(folder, command))
}

fn write_page(folder: Option<&Path>, command: &Command) -> Result<(), Problem> {
    let page = Man::new(command.clone())
        .source(concat!("cosched ", env!("CARGO_PKG_VERSION")))
        .manual("cosched");
    let mut text = Vec::new();
    let written = page.render(&mut text);
    written.map_err(|error| Problem::output(format!("a page cannot be made: {error}")))?;
    write_or_print(folder, &page.get_filename(), &text)
}

/// Writes `text` to a file of `folder`, or to standard output.
fn write_or_print(folder: Option<&Path>, name: &str, text: &[u8]) -> Result<(), Problem> {
    match folder {
        Some(folder) => write_whole(&folder.join(name), text),
        None => print(&String::from_utf8_lossy(text)),
    }
}
