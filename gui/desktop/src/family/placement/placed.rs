//! Facts of a job on servers in the inspector: server, neighbours, and why it was placed there.

use cosched_core::JobId;
use egui::Ui;

use crate::panels::facts::fact::Fact;
use charts::look::strong;
use laboratory::base::format;
use laboratory::family::placement::record::PlacementRecord;
use laboratory::record::Run;
use laboratory::scenario::PolicyName;

/// A user's action in the inspector.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PlacedAction {
    /// Select this job instead.
    Select(usize),
    /// Move the job to this server.
    Move(u32),
}

/// Returns the server of `job`, if it was placed on one.
pub(crate) fn server_of(run: &Run, job: usize) -> Option<u32> {
    let record = run.placements()?;
    record.server_of.get(job).copied().flatten()
}

/// Returns every fact of a job on servers.
pub(crate) fn facts(run: &Run, job: usize) -> Vec<Fact> {
    let (spec, outcome) = (run.experiment.jobs[job], run.outcomes[job]);
    let name = run
        .experiment
        .names
        .get(job)
        .filter(|name| !name.is_empty());
    let name = name.map(|name| Fact::submitted("name", name));
    let threads = Fact::submitted("threads", format::count(u64::from(spec.nodes)));
    let server = server_of(run, job).map(|server| Fact::started("server", server.to_string()));
    let took = outcome.completed.since(outcome.started).seconds();
    let alone = alone(run, job);
    let slower = (alone > 0.0).then(|| format!("{:.2} ×", took / alone));
    let times = [
        Fact::submitted("ready", run.instant(outcome.entered)),
        Fact::started("start", run.instant(outcome.started)),
        Fact::ended("complete", run.instant(outcome.completed)),
        Fact::started("wait", format::span(run.wait(job).seconds())).above(),
        Fact::ended("took", format::span(took)),
        Fact::ended("runtime alone", format::span(alone)),
    ];
    let before = name.into_iter().chain([threads]).chain(server);
    let all = before.chain(times);
    all.chain(slower.map(|slower| Fact::ended("slowed down", slower)))
        .collect()
}

/// Returns how long `job` takes alone on its server, in seconds.
fn alone(run: &Run, job: usize) -> f64 {
    let experiment = &run.experiment;
    let kind = server_of(run, job)
        .and_then(|server| experiment.hosting.servers.get(server as usize))
        .map_or(0, |server| server.kind);
    let threads = experiment.hosting.threads.as_core();
    let groups = threads.of(JobId::new(job), kind);
    if groups.is_empty() {
        return experiment.jobs[job].runtime.seconds();
    }
    // Phases add up; groups run side by side.
    let (mut longest, mut sum) = (0.0, 0.0);
    for group in groups {
        sum = if group.continues { sum } else { 0.0 } + group.alone();
        longest = f64::max(longest, sum);
    }
    longest
}

/// Shows the facts as a tooltip.
pub(crate) fn tooltip(ui: &mut Ui, run: &Run, job: usize) {
    ui.label(strong(format!(
        "Job {}",
        run.experiment.labels[job].number()
    )));
    egui::Grid::new("facts of a vertex")
        .num_columns(2)
        .spacing([12.0, 2.0])
        .show(ui, |ui| {
            for fact in facts(run, job) {
                ui.weak(fact.name);
                ui.label(fact.value);
                ui.end_row();
            }
        });
}

/// Shows the jobs ahead of and behind `job`; returns the clicked one.
pub(crate) fn neighbours(ui: &mut Ui, run: &Run, job: usize) -> Option<usize> {
    let precedence = run.experiment.precedents.as_core();
    if precedence.is_empty() {
        return None;
    }
    let own = JobId::new(job);
    let before: Vec<usize> = precedence.of(own).iter().map(|job| job.index()).collect();
    let after: Vec<usize> = (0..run.experiment.jobs.len())
        .filter(|other| precedence.of(JobId::new(*other)).contains(&own))
        .collect();
    let mut clicked = None;
    for (words, name, jobs) in [
        ("follows", "it follows", before),
        ("followed by", "that follows it", after),
    ] {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            ui.weak(words);
            if jobs.is_empty() {
                ui.label("none");
            }
            for other in jobs {
                let number = run.experiment.labels[other].number();
                let link = ui.link(number.to_string());
                let link = link.accessible_name(format!("Job {number}, {name}"));
                if link.on_hover_text("Look at this job").clicked() {
                    clicked = Some(other);
                }
            }
        });
    }
    clicked
}

/// Texts on the keys of a policy, of which the least decided.
struct KeyTexts {
    /// Heading of the column.
    heading: &'static str,
    /// Meaning of a key.
    tooltip: &'static str,
    /// Reason for the chosen server.
    reason: &'static str,
}

const fn key_texts(policy: PolicyName) -> KeyTexts {
    match policy {
        PolicyName::Slf => KeyTexts {
            heading: "threads per core",
            tooltip: "Threads on the server for each of its cores, before the job",
            reason: "has the fewest threads per core",
        },
        PolicyName::Let => KeyTexts {
            heading: "completes in s",
            tooltip: "How long the job would take there, with those that are there",
            reason: "is where the job itself completes first",
        },
        PolicyName::Mom => KeyTexts {
            heading: "all complete in s",
            tooltip: "When the last of the jobs on the server would complete, from now",
            reason: "is where the last of the jobs completes first",
        },
        _ => KeyTexts {
            heading: "load average",
            tooltip: "Threads on the server on average, over about a minute",
            reason: "has room and the least load average",
        },
    }
}

/// Shows the keys of all servers when `job` was placed.
pub(crate) fn placement_keys(ui: &mut Ui, run: &Run, job: usize) {
    let (Some(record), Some(server)) = (run.placements(), server_of(run, job)) else {
        return;
    };
    ui.separator();
    ui.label(strong("Why there"));
    let keys = record.keys.get(job).map_or(&[][..], Vec::as_slice);
    if keys.is_empty() {
        let sentence =
            format!("Server {server}, as the mapping says: the policy compares no servers.");
        ui.add(egui::Label::new(sentence).wrap());
        return;
    }
    ui.add(egui::Label::new(reason(run, job, keys, server)).wrap());
    let words = key_texts(run.policy);
    egui::Grid::new("keys of servers")
        .num_columns(3)
        .striped(true)
        .spacing([14.0, 3.0])
        .show(ui, |ui| {
            ui.weak("");
            ui.weak("server");
            ui.weak(words.heading).on_hover_text(words.tooltip);
            ui.end_row();
            for (index, key) in (0..).zip(keys) {
                let chosen = index == server;
                let text = |text: String| {
                    if chosen {
                        egui::RichText::new(text).strong()
                    } else {
                        egui::RichText::new(text)
                    }
                };
                ui.label(if chosen { "✔" } else { "" });
                ui.label(text(index.to_string()));
                ui.label(text(key_text(*key)));
                ui.end_row();
            }
        });
}

/// Returns a key for the table.
fn key_text(key: f64) -> String {
    if key.is_finite() {
        format!("{key:.3}")
    } else {
        "no room".to_owned()
    }
}

/// Returns a sentence on why `server` was chosen.
fn reason(run: &Run, job: usize, keys: &[f64], server: u32) -> String {
    let own = keys.get(server as usize).copied().unwrap_or(f64::NAN);
    let equals = keys.iter().filter(|key| **key == own).count();
    let equal = match equals {
        0 | 1 => String::new(),
        count if count == keys.len() => {
            ", like all others; of equals the first is taken".to_owned()
        }
        count => format!(", like {} other; of equals the first is taken", count - 1),
    };
    let at = run.instant(run.outcomes[job].started);
    let why = key_texts(run.policy).reason;
    format!("At {at} server {server} {why}{equal}.")
}

/// Shows a list of the other servers; returns the one to move `job` to.
pub(crate) fn move_to(ui: &mut Ui, record: &PlacementRecord, server: u32) -> Option<u32> {
    if record.servers.len() < 2 {
        return None;
    }
    let mut chosen = None;
    ui.horizontal(|ui| {
        let combo = egui::ComboBox::from_id_salt("move to server")
            .selected_text(format!("server {server}"))
            .show_ui(ui, |ui| {
                for other in 0..record.servers.len() as u32 {
                    let entry = ui.selectable_label(other == server, format!("server {other}"));
                    if entry.clicked() && other != server {
                        chosen = Some(other);
                    }
                }
            });
        combo
            .response
            .accessible_name("Move to server")
            .on_hover_text("A further run with this job on another server and all others as here");
        ui.weak("move to server");
    });
    chosen
}
