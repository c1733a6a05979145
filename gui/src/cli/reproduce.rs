//! `cosched reproduce`: a paper's experiment run again.

use std::path::{Path, PathBuf};

use super::arguments::{self, Subject};
use crate::cli::command::Perform;
use crate::cli::show::bar::follow;
use crate::cli::show::output::print;
use laboratory::base::problem::Problem;
use laboratory::export;
use papers::{
    Extent, PAPERS, PAPERS_SUMMARY, Page, Study, csv, lines, papers_csv, papers_lines, reproduce,
};

impl Perform for arguments::Reproduce {
    fn outputs(&self) -> Vec<&PathBuf> {
        self.out.iter().chain(&self.figure).collect()
    }

    fn perform(&self) -> Result<(), Problem> {
        run(self)
    }
}

/// Runs the study, or lists the studies.
fn run(requested: &arguments::Reproduce) -> Result<(), Problem> {
    let study = match requested.subject {
        Some(Subject::Study(study)) => study,
        Some(Subject::Papers) => return papers(requested),
        None => return list(),
    };
    let extent = Extent {
        workloads: requested.workloads,
        jobs: requested.jobs,
        load: requested.load,
        logs: requested.logs.clone(),
    };
    // Checked before the work, not after it.
    let given = [
        ("--jobs", requested.jobs.is_some()),
        ("--load", requested.load.is_some()),
        ("--logs", requested.logs.is_some()),
    ];
    for (option, _) in given.into_iter().filter(|(_, is_given)| *is_given) {
        if let Some((_, why)) = study
            .inapplicable_options
            .iter()
            .find(|(name, _)| *name == option)
        {
            return Err(Problem::input(format!("{option}: {} {why}", study.name)));
        }
    }
    if requested.page > study.most_pages.max(1) {
        return Err(no_page(requested.page, study, study.most_pages));
    }
    if requested.against && study.against.is_none() {
        return Err(Problem::input(format!(
            "--against: {} has no two quantities to draw against each other; {} have",
            study.name,
            names(|study| study.against.is_some()).join(" and ")
        )));
    }
    let figure = match &requested.figure {
        Some(file) => Some((file, format(study, file)?)),
        None => None,
    };
    if let Some(file) = &requested.out {
        export::check_folder(file.parent().unwrap_or(file))?;
    }
    let report = follow(study.name, requested.quiet, |progress| {
        reproduce(study, &extent, progress)
    })?;
    let report = report.ok_or_else(|| Problem::output("the study was cancelled"))?;
    for line in lines(&report) {
        print(&(line + "\n"))?;
    }
    if let Some(file) = &requested.out {
        export::write_rows(file, csv(&report))?;
    }
    let Some((file, format)) = figure else {
        return Ok(());
    };
    let Some(page) = report.pages.get(requested.page as usize - 1) else {
        return Err(no_page(requested.page, study, report.pages.len() as u32));
    };
    export::write_whole(file, &draw(page, format, requested.against)?)
}

/// Prints the names of the studies and the other subjects.
fn list() -> Result<(), Problem> {
    let studies = Study::ALL.iter().map(|study| (study.name, study.summary));
    for (name, summary) in studies.chain([(PAPERS, PAPERS_SUMMARY)]) {
        print(&format!("{name:12} {summary}\n"))?;
    }
    Ok(())
}

/// Prints what of each paper is implemented, and how.
fn papers(requested: &arguments::Reproduce) -> Result<(), Problem> {
    let options = [
        ("--workloads", requested.workloads.is_some()),
        ("--jobs", requested.jobs.is_some()),
        ("--load", requested.load.is_some()),
        ("--logs", requested.logs.is_some()),
        ("--figure", requested.figure.is_some()),
    ];
    if let Some((option, _)) = options.iter().find(|(_, is_there)| *is_there) {
        let sentence = format!("{option}: {PAPERS} is a table of what is implemented, no study");
        return Err(Problem::input(sentence));
    }
    for line in papers_lines() {
        print(&(line + "\n"))?;
    }
    match &requested.out {
        Some(file) => export::write_rows(file, papers_csv()),
        None => Ok(()),
    }
}

fn no_page(page: u32, study: Study, pages: u32) -> Problem {
    if pages == 0 && study.most_pages > 0 {
        return Problem::input(format!(
            "--figure: {} has nothing to draw without its logs, which --logs says",
            study.name
        ));
    }
    Problem::input(format!(
        "--page: there is no page {page}: {} has 1 to {pages}",
        study.name
    ))
}

/// Returns the names of the studies that `such` selects.
fn names(such: impl Fn(&Study) -> bool) -> Vec<&'static str> {
    let all = Study::ALL.iter().filter(|study| such(study));
    all.map(|study| study.name).collect()
}

/// Format of a figure.
#[derive(Clone, Copy)]
enum Format {
    Svg,
    Png,
}

/// Returns the format in which the figure of `study` is written to `file`.
fn format(study: Study, file: &Path) -> Result<Format, Problem> {
    if study.most_pages == 0 {
        return Err(Problem::input(format!(
            "--figure: {} has no figures to draw; these have: {}",
            study.name,
            names(|study| study.most_pages > 0).join(", ")
        )));
    }
    let folder = file.parent().unwrap_or(file);
    if folder != Path::new("") && !folder.is_dir() {
        return Err(Problem::input("there is no such folder").in_file(folder));
    }
    let extension = file.extension().unwrap_or_default().to_ascii_lowercase();
    match extension.to_str() {
        Some("svg") => Ok(Format::Svg),
        Some("png") => Ok(Format::Png),
        _ => {
            let sentence = "a figure is written as .svg or .png; the name must end so";
            Err(Problem::input(sentence).in_file(file))
        }
    }
}

fn draw(page: &Page, format: Format, against: bool) -> Result<Vec<u8>, Problem> {
    use charts::multiples::Look;
    use charts::write::study;
    const SIZE: [u32; 2] = [1400, 900];
    let look = Look { log: true, against };
    match format {
        Format::Svg => Ok(study::svg(page, look, SIZE, false).into_bytes()),
        Format::Png => study::png(page, look, SIZE, false),
    }
}
