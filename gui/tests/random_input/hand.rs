//! Random steps, drawn and performed in a window.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use cosched::desktop::{App, Command, Pane};
use cosched_core::random::Random;
use egui::accesskit::{Role, Toggled};
use egui::{Event, Key, Modifiers, PointerButton, Pos2, pos2, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use egui_kittest::{Harness, Node};

use crate::files::{self, Dropped};
use crate::seen::Coverage;
use crate::step::{self, Kind};
use crate::watch;
use crate::widget::{drawn, is_widget, name};

/// Time to wait for work that a step started, before it is stopped as by a user.
const PATIENCE: Duration = Duration::from_secs(2);
const FIELDS: [Role; 3] = [Role::TextInput, Role::MultilineTextInput, Role::SpinButton];

pub(crate) struct InputDriver {
    random: Random,
    seed: u64,
    folder: PathBuf,
    good: Vec<(String, Vec<u8>)>,
    window: Harness<'static, App>,
}

impl InputDriver {
    /// A window that sees only `folder`.
    pub(crate) fn new(seed: u64, folder: &Path) -> Self {
        watch::seed(seed);
        Self {
            random: Random::new(seed, 0),
            seed,
            folder: folder.to_path_buf(),
            good: files::good(),
            window: drawn(App::new(Vec::new())),
        }
    }

    /// Performs so many steps, or those until `end`.
    pub(crate) fn play(mut self, steps: u64, end: Option<Instant>, seen: &mut Coverage) {
        println!("seed {}", self.seed);
        seen.seeds += 1;
        self.settle_window(seen);
        for _ in 0..steps {
            if end.is_some_and(|end| Instant::now() > end) {
                break;
            }
            let begin = Instant::now();
            let kind = step::kind(&mut self.random);
            self.step(kind, seen);
            self.settle_window(seen);
            self.stay_in_folder();
            self.record_visible(seen);
            watch::check();
            if begin.elapsed() > seen.longest.0 {
                seen.longest = (begin.elapsed(), watch::last());
            }
            *seen.steps.entry(kind).or_default() += 1;
        }
        watch::done();
    }

    /// Draws while work is under way, waits for it, and draws its results.
    fn settle_window(&mut self, seen: &mut Coverage) {
        self.window.step();
        if !self.window.state_mut().settle_within(PATIENCE) {
            seen.stopped += 1;
            watch::step("stop what takes long".to_owned());
            self.window.state_mut().command(Command::Cancel);
            self.window.step();
            // Work that does not stop is found by the watch.
            self.window.state_mut().settle();
        }
        self.window.step();
        self.window.step();
        // A change is simulated after a delay.
        self.window.state_mut().settle_within(PATIENCE);
        self.window.step();
    }

    fn step(&mut self, kind: Kind, seen: &mut Coverage) {
        match kind {
            Kind::Click => self.click(seen),
            Kind::Key => self.key(),
            Kind::Shortcut => self.shortcut(seen),
            Kind::Palette => self.palette(seen),
            Kind::Command => self.command(seen),
            Kind::Drag => self.drag(),
            Kind::Scroll => self.scroll(),
            Kind::Type => self.enter_text(seen),
            Kind::Drop => self.drop_file(seen),
            Kind::Resize => self.resize(),
            Kind::Time => {
                let frames = 1 + self.random.below(12) as usize;
                watch::step(format!("{frames} frames"));
                self.window.run_steps(frames);
            }
            Kind::Close => {
                watch::step("ask the window to close".to_owned());
                let viewports = &mut self.window.input_mut().viewports;
                if let Some(root) = viewports.get_mut(&egui::ViewportId::ROOT) {
                    root.events.push(egui::ViewportEvent::Close);
                }
            }
            Kind::Restart => {
                watch::step("restart".to_owned());
                let app = self.window.state_mut().restarted();
                self.window = drawn(app);
            }
        }
    }

    fn below(&mut self, end: usize) -> usize {
        self.random.below(end as u64) as usize
    }

    /// Of three widgets the one that was pressed least, so that rare ones have their turn.
    fn some_widget(&mut self, fields: bool, seen: &Coverage) -> Option<(usize, String)> {
        let all: Vec<(usize, String)> = self
            .window
            .root()
            .children_recursive()
            .enumerate()
            .filter(|(_, node)| is_widget(node))
            .filter(|(_, node)| !fields || FIELDS.contains(&node.accesskit_node().role()))
            .map(|(index, node)| (index, name(&node)))
            .collect();
        let picked = [0; 3].map(|_| self.below(all.len()));
        let picked = picked.into_iter().filter_map(|index| all.get(index));
        picked
            .min_by_key(|(_, name)| seen.pressed.get(name).copied().unwrap_or(0))
            .cloned()
    }

    fn node(&self, index: usize) -> Node<'_> {
        let mut all = self.window.root().children_recursive();
        all.nth(index).unwrap()
    }

    fn click(&mut self, seen: &mut Coverage) {
        let Some((index, name)) = self.some_widget(false, seen) else {
            return watch::step("nothing to click".to_owned());
        };
        let how = self.random.below(16);
        let modifiers = match self.random.below(8) {
            0 => step::modifiers(&mut self.random),
            _ => Modifiers::NONE,
        };
        watch::step(format!("click {name:?}, way {how}, {modifiers:?}"));
        *seen.pressed.entry(name).or_default() += 1;
        let is_in_sight = self.window.ctx.content_rect();
        let node = self.node(index);
        match how {
            0 => node.click_secondary(),
            1 => {
                node.click();
                node.click();
            }
            2 => node.hover(),
            3 => node.increment_accesskit(),
            4 => node.decrement_accesskit(),
            _ if is_in_sight.contains(node.rect().center()) => node.click_modifiers(modifiers),
            _ => node.click_accesskit(),
        }
    }

    fn key(&mut self) {
        let (key, modifiers) = (
            step::key(&mut self.random),
            step::modifiers(&mut self.random),
        );
        watch::step(format!("key {key:?} {modifiers:?}"));
        self.window.key_press_modifiers(modifiers, key);
    }

    fn some_command(&mut self) -> Command {
        let all = Command::all();
        all[self.below(all.len())]
    }

    fn shortcut(&mut self, seen: &mut Coverage) {
        let all = Command::all().into_iter();
        let all: Vec<_> = all
            .flat_map(|command| command.shortcuts().iter().map(move |key| (*key, command)))
            .collect();
        let (key, command) = all[self.below(all.len())];
        watch::step(format!("key {key:?} for {}", command.text()));
        seen.commands.insert(command.text());
        self.window
            .key_press_modifiers(key.modifiers, key.logical_key);
    }

    /// Types the name of a command into the palette, whether or not it is offered.
    fn palette(&mut self, seen: &mut Coverage) {
        let text = self.some_command().text();
        watch::step(format!("palette {text:?}"));
        self.window.key_press_modifiers(Modifiers::COMMAND, Key::P);
        self.window.step();
        self.window.event(Event::Text(text.clone()));
        self.window.step();
        if self.window.query_all_by_label_contains(&text).count() > 0 {
            seen.commands.insert(text);
        }
        self.window.key_press(Key::Enter);
    }

    fn command(&mut self, seen: &mut Coverage) {
        let command = match self.random.below(8) {
            0 => Command::GoTo(self.random.below(50)),
            _ => self.some_command(),
        };
        watch::step(format!("command {}", command.text()));
        seen.commands.insert(command.text());
        self.window.state_mut().command(command);
    }

    /// A point anywhere, or a little outside.
    fn position(&mut self) -> Pos2 {
        let size = self.window.ctx.content_rect().size();
        let mut along = |length: f32| (self.random.uniform() as f32 * 1.04 - 0.02) * length;
        pos2(along(size.x), along(size.y))
    }

    fn drag(&mut self) {
        let (from, to) = (self.position(), self.position());
        let modifiers = match self.random.below(3) {
            0 => Modifiers::SHIFT,
            1 => step::modifiers(&mut self.random),
            _ => Modifiers::NONE,
        };
        let button = match self.random.below(6) {
            0 => PointerButton::Secondary,
            1 => PointerButton::Middle,
            _ => PointerButton::Primary,
        };
        watch::step(format!("drag {button:?} {from} to {to}, {modifiers:?}"));
        let pointer = |pos, pressed| Event::PointerButton {
            pos,
            button,
            pressed,
            modifiers,
        };
        let half = from.lerp(to, 0.5);
        for event in [
            Event::PointerMoved(from),
            pointer(from, true),
            Event::PointerMoved(half),
            Event::PointerMoved(to),
            pointer(to, false),
        ] {
            self.window.event_modifiers(event, modifiers);
            self.window.step();
        }
    }

    fn scroll(&mut self) {
        let at = self.position();
        let by = vec2(
            (self.random.uniform() as f32 - 0.5) * 400.0,
            (self.random.uniform() as f32 - 0.5) * 800.0,
        );
        let zoom = (self.random.uniform() as f32 * 4.0 - 2.0).exp2();
        let modifiers = step::modifiers(&mut self.random);
        let zooms = self.random.below(3) == 0;
        self.window.hover_at(at);
        if zooms {
            watch::step(format!("zoom {zoom} at {at}"));
            return self.window.event(Event::Zoom(zoom));
        }
        watch::step(format!("scroll {by} at {at}, {modifiers:?}"));
        let event = Event::MouseWheel {
            unit: egui::MouseWheelUnit::Point,
            source: egui::MouseWheelSource::Unknown,
            delta: by,
            phase: egui::TouchPhase::Move,
            modifiers,
        };
        self.window.event_modifiers(event, modifiers);
    }

    fn enter_text(&mut self, seen: &mut Coverage) {
        let Some((index, name)) = self.some_widget(true, seen) else {
            return watch::step("nothing to type into".to_owned());
        };
        let text = step::text(&mut self.random);
        let (how, enter) = (self.random.below(3), self.random.below(2) == 0);
        let short: String = text.chars().take(60).collect();
        watch::step(format!("type {short:?} into {name:?}, way {how}, {enter}"));
        *seen.pressed.entry(name.clone()).or_default() += 1;
        seen.typed.insert(name);
        let node = self.node(index);
        node.focus();
        match how {
            0 => node.set_text_value_accesskit(&text),
            1 => node.click(),
            _ => {}
        }
        self.window.step();
        if how > 0 {
            self.window.key_press_modifiers(Modifiers::COMMAND, Key::A);
            self.window.event(Event::Text(text));
            self.window.step();
        }
        if enter {
            self.window.key_press(Key::Enter);
        }
    }

    fn drop_file(&mut self, seen: &mut Coverage) {
        let (path, done) = files::some(&mut self.random, &self.good, &self.folder);
        watch::step(format!("drop {}, {done}", path.display()));
        *seen.files.entry(done).or_default() += 1;
        let file = Arc::new(Dropped(path));
        self.window.input_mut().dropped_files.push(file);
    }

    fn resize(&mut self) {
        let size = match self.random.below(4) {
            0 => vec2(1280.0, 900.0),
            _ => vec2(
                200.0 + self.random.below(2400) as f32,
                120.0 + self.random.below(1500) as f32,
            ),
        };
        watch::step(format!("resize to {size}"));
        self.window.set_size(size);
    }

    /// Closes dialogs that would write elsewhere, or read other folders.
    fn stay_in_folder(&mut self) {
        let leaves = |label: &str| {
            let mut all = self.window.query_all_by_label(label);
            all.any(|node| {
                let value = node.accesskit_node().value().unwrap_or_default();
                let path = self.folder.join(&value);
                let climbs = path.components().any(|part| part.as_os_str() == "..");
                let is_field = FIELDS.contains(&node.accesskit_node().role());
                is_field && (climbs || !path.starts_with(&self.folder))
            })
        };
        if ["File", "Folder", "Path"].into_iter().any(leaves) {
            watch::step("close a dialog that leads elsewhere".to_owned());
            self.window.key_press(Key::Escape);
            self.window.step();
            self.window.step();
        }
    }

    /// Records what is visible.
    fn record_visible(&mut self, seen: &mut Coverage) {
        for node in self.window.root().children_recursive() {
            let node = node.accesskit_node();
            let Some(name) = node.label() else { continue };
            if node.role() == Role::Window {
                *seen.dialogs.entry(name).or_default() += 1;
            } else if node.toggled() == Some(Toggled::True)
                && let Some(pane) = Pane::ALL.iter().find(|pane| pane.title() == name)
            {
                *seen.panes.entry(*pane).or_default() += 1;
            }
        }
        let notices = self.window.state().notices();
        let begin = |text: &str| {
            text.chars()
                .filter(|letter| !letter.is_numeric())
                .take(60)
                .collect()
        };
        seen.notices.extend(notices.into_iter().map(begin));
    }
}
