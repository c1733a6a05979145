//! The story of a job: three main numbers, and the reasons for its wait moment by moment.

use egui::Ui;
use egui::text::{LayoutJob, TextFormat};
use egui::{FontFamily, FontId};

use charts::colour::tokens::tokens;
use charts::look::{bold, strong};
use laboratory::base::format;
use laboratory::base::sanitize::quoted;
use laboratory::record::Run;
use laboratory::run::explain::Remark;

/// Moments of a long story that are shown at its beginning, and at its end.
const FIRST: usize = 3;
const LAST: usize = 6;
/// Size of the main numbers, and room for the rail of the story.
const HEADLINE: f32 = 18.0;
const RAIL: f32 = 12.0;

/// Shows the remarks, moment by moment; the middle of a long story is folded. Returns the job whose
/// number was clicked.
pub(super) fn show_remarks(ui: &mut Ui, run: &Run, remarks: &[Remark]) -> Option<usize> {
    let moments: Vec<&[Remark]> = remarks.chunk_by(|one, other| one.at == other.at).collect();
    let mut clicked = None;
    let mut show = |ui: &mut Ui, moments: &[&[Remark]]| {
        for moment in moments {
            clicked = show_moment(ui, run, moment).or(clicked);
        }
    };
    if moments.len() <= FIRST + LAST + 1 {
        show(ui, &moments);
        return clicked;
    }
    let (first, rest) = moments.split_at(FIRST);
    let (middle, last) = rest.split_at(rest.len() - LAST);
    show(ui, first);
    egui::CollapsingHeader::new(format!("{} more moments", middle.len()))
        .id_salt("middle")
        .show(ui, |ui| show(ui, middle));
    show(ui, last);
    clicked
}

/// Shows one moment: time, a piece of the rail, and remarks. Returns the job whose number was
/// clicked.
fn show_moment(ui: &mut Ui, run: &Run, moment: &[Remark]) -> Option<usize> {
    let first = moment.first()?;
    let clock = &run.experiment.clock;
    let tokens = tokens(ui.visuals().dark_mode);
    let top = ui.cursor().top();
    let mut clicked = None;
    ui.horizontal_top(|ui| {
        ui.add_space(RAIL + 4.0);
        ui.vertical(|ui| {
            let at = egui::RichText::new(clock.instant(first.at.seconds()));
            ui.label(at.size(11.0).color(tokens.text[2]));
            for remark in moment {
                clicked = show_sentence(ui, run, remark).or(clicked);
            }
            ui.add_space(4.0);
        });
    });
    let x = ui.max_rect().left() + 6.0;
    let line = egui::Stroke::new(1.4, tokens.border);
    let bottom = ui.cursor().top();
    ui.painter().vline(x, top + 12.0..=bottom + 3.0, line);
    let ring = egui::Stroke::new(1.5, tokens.accent);
    ui.painter()
        .circle(egui::pos2(x, top + 8.0), 3.5, tokens.chrome, ring);
    clicked
}

/// Shows a sentence, in which the numbers of other jobs are links.
pub(crate) fn show_sentence(ui: &mut Ui, run: &Run, remark: &Remark) -> Option<usize> {
    let clock = &run.experiment.clock;
    let said = format::humanize_seconds(&remark.sentence, |at| clock.instant(at));
    let said = quoted(&said);
    let mut clicked = None;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        for part in remark.parts(run, &said) {
            match part.job {
                None => {
                    ui.add(egui::Label::new(part.text).wrap());
                }
                Some(job) => {
                    let link = ui.link(&part.text).on_hover_text("Look at this job");
                    clicked = link.clicked().then_some(job).or(clicked);
                }
            }
        }
    });
    clicked
}

/// Returns the job in large letters, its run in small ones.
pub(super) fn heading(ui: &Ui, number: u64, run: &str) -> LayoutJob {
    let tokens = tokens(ui.visuals().dark_mode);
    let letters = |size: f32, family: FontFamily, color| TextFormat {
        font_id: FontId::new(size, family),
        color,
        valign: egui::Align::Center,
        ..TextFormat::default()
    };
    let mut job = LayoutJob::default();
    let large = letters(15.0, bold(), tokens.text[0]);
    job.append(&format!("Job {number}"), 0.0, large);
    let small = letters(12.0, FontFamily::Proportional, tokens.text[1]);
    job.append(&format!(" under {run}"), 0.0, small);
    job
}

/// Shows the three main numbers: how long it waited, ran, and on how many nodes.
pub(super) fn headline(ui: &mut Ui, run: &Run, job: usize) {
    let (spec, outcome) = (run.experiment.jobs[job], run.outcomes[job]);
    if outcome.refused {
        return;
    }
    let warn = tokens(ui.visuals().dark_mode).warn;
    let on_servers = run.placements().is_some();
    let all = format::count(u64::from(run.experiment.nodes));
    let of = match &run.experiment.cluster {
        None if on_servers => "threads".to_owned(),
        _ => format!("of {all} {}", run.experiment.unit().many()),
    };
    let size = match &run.experiment.cluster {
        Some(_) => run.size(job),
        None => spec.nodes,
    };
    let estimate = if on_servers {
        "ran".to_owned()
    } else {
        format!("ran, of {}", format::span(spec.estimate.seconds()))
    };
    let wait = run.wait(job).seconds();
    // Who did not wait needs no warning.
    let waited = wait > 0.0;
    let numbers = [
        (format::span(wait), "waited".to_owned()),
        (format::span(outcome.executed.seconds()), estimate),
        (format::count(u64::from(size)), of),
    ];
    ui.columns(3, |columns| {
        for (index, ((number, name), ui)) in numbers.into_iter().zip(columns).enumerate() {
            ui.spacing_mut().item_spacing.y = 0.0;
            let number = strong(number).size(HEADLINE);
            let number = if index == 0 && waited {
                number.color(warn)
            } else {
                number
            };
            ui.add(egui::Label::new(number).extend());
            ui.label(egui::RichText::new(name).size(11.0).weak());
        }
    });
}
