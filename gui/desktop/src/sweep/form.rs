//! The form of a sweep: a parameter with its values, and the number of seeds.

use egui::{ComboBox, TextEdit, Ui};

use crate::shared::Shared;
use laboratory::base::sanitize::quoted;
use laboratory::load::cases;
use laboratory::load::recorded::remove_from;
use laboratory::scenario::edit::set;
use laboratory::scenario::reference::{Field, numbers};
use laboratory::scenario::sweep::{Axis, Sweep, Values};
use laboratory::scenario::{Scenario, parse, to_ron};

/// Fields, as they were typed.
#[derive(Default)]
pub(super) struct Form {
    /// Path of the parameter; empty if only seeds and policies vary.
    parameter: String,
    from: String,
    to: String,
    step: String,
    /// Values, where they are listed instead.
    listed: Option<String>,
    seeds: String,
    /// Sweep of the scenario from which the fields were filled.
    filled_from: Option<Option<Sweep>>,
    /// Parameters that could be varied, of that revision of the scenario.
    offered: Option<(u64, Vec<(&'static Field, String)>)>,
}

/// Whether this axis is a parameter, and not a policy or a seed.
fn is_parameter(axis: &Axis) -> bool {
    !["policy", "seed"].contains(&axis.path.as_str())
}

/// Returns the shortest form by which a path is found.
fn short(path: &str) -> String {
    let mut names = path.split('.');
    match (names.next(), names.next(), names.next()) {
        (Some(_), Some(name), None) => name.to_owned(),
        _ => path.to_owned(),
    }
}

impl Form {
    /// Shows the fields; returns the scenario with them, if they are valid.
    pub(super) fn show(&mut self, ui: &mut Ui, shared: &Shared) -> Option<Scenario> {
        let scenario = &shared.document.scenario;
        if self.filled_from.as_ref() != Some(&scenario.sweep) {
            self.fill(scenario);
        }
        self.choose_parameter(ui, shared);
        let field = |ui: &mut Ui, name: &str, text: &mut String, width: f32| {
            let label = ui.label(name);
            ui.add(TextEdit::singleline(text).desired_width(width))
                .labelled_by(label.id);
        };
        match &mut self.listed {
            _ if self.parameter.is_empty() => {}
            Some(listed) => field(ui, "Values", listed, 200.0),
            None => {
                field(ui, "From", &mut self.from, 52.0);
                field(ui, "To", &mut self.to, 52.0);
                field(ui, "Step", &mut self.step, 52.0);
            }
        }
        if scenario.depends_on_seed() {
            field(ui, "Seeds", &mut self.seeds, 40.0);
        } else {
            only_one_seed(ui);
        }
        match self.sweep(scenario) {
            Ok(sweep) => {
                let varies_load = sweep.over.iter().any(|axis| {
                    let name = axis.path.rsplit('.').next();
                    name == Some("load")
                });
                let mut requested = Scenario {
                    sweep: Some(sweep),
                    ..scenario.clone()
                };
                // There is no recorded schedule under another load.
                if varies_load {
                    remove_from(&mut requested);
                }
                Some(requested)
            }
            Err(why) => {
                ui.colored_label(ui.visuals().warn_fg_color, quoted(&why));
                None
            }
        }
    }

    /// Fills the fields from the scenario, or with defaults.
    fn fill(&mut self, scenario: &Scenario) {
        let sweep = scenario.sweep.clone();
        self.filled_from = Some(sweep.clone());
        let axis = sweep.iter().flat_map(|sweep| &sweep.over);
        let axis = axis.clone().find(|axis| is_parameter(axis));
        self.listed = None;
        match (axis, &sweep) {
            (Some(axis), _) => {
                self.parameter.clone_from(&axis.path);
                match &axis.values {
                    Values::Range(range) => {
                        let [from, to, step] = range.map(|number| number.to_string());
                        (self.from, self.to, self.step) = (from, to, step);
                    }
                    listed => self.listed = Some(listed.to_string()),
                }
            }
            (None, Some(_)) => self.parameter.clear(),
            (None, None) => {
                "load".clone_into(&mut self.parameter);
                (self.from, self.to) = ("0.5".to_owned(), "0.9".to_owned());
                "0.1".clone_into(&mut self.step);
            }
        }
        let seeds = sweep.map_or(Some(5), |sweep| sweep.seeds);
        self.seeds = seeds.map_or(String::new(), |seeds| seeds.to_string());
    }

    fn choose_parameter(&mut self, ui: &mut Ui, shared: &Shared) {
        let revision = shared.document.revision();
        if self.offered.as_ref().is_none_or(|(of, _)| *of != revision) {
            self.offered = Some((revision, offered_parameters(&shared.document.scenario)));
        }
        let label = ui.label("Vary");
        let mut chosen = self.parameter.clone();
        ComboBox::from_id_salt("sweep parameter")
            .width(150.0)
            .height(400.0)
            .selected_text(match chosen.as_str() {
                "" => "nothing but seeds",
                path => path,
            })
            .show_ui(ui, |ui| {
                ui.selectable_value(&mut chosen, String::new(), "nothing but seeds");
                for (field, path) in self.offered.iter().flat_map(|(_, all)| all) {
                    let words = match field.unit {
                        "" => field.name.to_owned(),
                        unit => format!("{}, {unit}", field.name),
                    };
                    ui.selectable_value(&mut chosen, short(path), words)
                        .on_hover_text(quoted(field.sentence));
                }
            })
            .response
            .labelled_by(label.id);
        if chosen != self.parameter {
            self.parameter = chosen;
            self.listed = None;
            for text in [&mut self.from, &mut self.to, &mut self.step] {
                text.clear();
            }
        }
    }

    /// Returns the sweep of the fields, based on that of the scenario.
    fn sweep(&self, scenario: &Scenario) -> Result<Sweep, String> {
        let mut sweep = scenario.sweep.clone().unwrap_or_default();
        let index = sweep.over.iter().position(is_parameter);
        let axis = match (self.parameter.as_str(), &self.listed) {
            ("", _) => None,
            (path, Some(listed)) => Some(Axis::read(path, listed)?),
            (path, None) => {
                let range = [&self.from, &self.to, &self.step].map(|text| text.trim());
                if range.contains(&"") {
                    return Err("numbers from, to and step are needed".to_owned());
                }
                Some(Axis::read(path, &format!("Range({})", range.join(", ")))?)
            }
        };
        match (axis, index) {
            (Some(axis), Some(index)) => sweep.over[index] = axis,
            (Some(axis), None) => sweep.over.insert(0, axis),
            (None, Some(index)) => {
                sweep.over.remove(index);
            }
            (None, None) => {}
        }
        sweep.seeds = match self.seeds.trim() {
            _ if !scenario.depends_on_seed() => Some(1),
            "" => None,
            text => {
                let seeds = text
                    .parse()
                    .ok()
                    .filter(|seeds| (1..=1_000_000).contains(seeds));
                Some(seeds.ok_or("seeds: a whole number from 1 on is allowed")?)
            }
        };
        Ok(sweep)
    }
}

/// Shows why there is one seed, where a field for more would be.
fn only_one_seed(ui: &mut Ui) {
    let why = "These jobs are recorded or written, and nothing is drawn: every seed would give the same run again";
    ui.add_enabled_ui(false, |ui| {
        let label = ui.label("Seeds");
        let mut one = "1";
        let field = TextEdit::singleline(&mut one).desired_width(40.0);
        ui.add(field)
            .labelled_by(label.id)
            .on_disabled_hover_text(why);
    });
    ui.weak("nothing is drawn by chance").on_hover_text(why);
}

/// Returns the numbers that `scenario` has a field for.
fn offered_parameters(scenario: &Scenario) -> Vec<(&'static Field, String)> {
    let text = to_ron(scenario);
    let stands = |(field, path): &(&'static Field, String)| {
        let path: Vec<&str> = path.split('.').collect();
        // On few nodes there may be jobs that are too wide.
        field.ends().iter().any(|end| {
            let changed = set(&text, &path, end);
            changed.is_some_and(|changed| parse(&changed, None).is_ok())
        })
    };
    numbers().filter(stands).collect()
}

/// Shows the equivalent command, which needs a file with all of it.
pub(super) fn command_line(ui: &mut Ui, shared: &Shared, form: &Form) {
    let document = &shared.document;
    let is_whole = form
        .sweep(&document.scenario)
        .is_ok_and(|sweep| document.scenario.sweep.as_ref() == Some(&sweep));
    let source = document.source.as_ref();
    let source = source.filter(|path| cases::is_scenario(path));
    ui.horizontal_wrapped(|ui| {
        let Some(source) = source.filter(|_| is_whole && !document.is_modified()) else {
            ui.weak(
                "Once this is run and the scenario saved, here is the command that does the same",
            );
            return;
        };
        let out = source.with_extension("sweep");
        let word = |path: &std::path::Path| {
            let text = path.to_string_lossy().into_owned();
            shlex::try_quote(&text).map_or_else(|_| text.clone(), |word| word.into_owned())
        };
        let line = format!("cosched sweep {} --out {}", word(source), word(&out));
        ui.weak("The same on the command line:");
        let text = egui::RichText::new(&line).monospace();
        ui.add(egui::Label::new(text).selectable(true));
        if ui
            .small_button("Copy")
            .on_hover_text("Copy the command")
            .clicked()
        {
            ui.copy_text(line);
        }
    });
}
