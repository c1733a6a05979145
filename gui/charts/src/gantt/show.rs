//! The chart as a widget.

use std::sync::Arc;

use cosched_core::Time;
use egui::{Color32, Rect, Response, Shape, TextureHandle, TextureOptions, Ui, Vec2, pos2, vec2};

use super::cache::{CachedImage, ColoursKey, DrawnKey, GanttCache};
use super::carry::{self, Landing};
use super::chart_area::{self, Margins};
use super::frame::{Frame, Options};
use super::idle::busy_at;
use super::paint::moving::Moving;
use super::paint::outages;
use super::paint::{lane, mesh, raster, slices};
use super::{Colours, GanttIndex, GanttView, Hit, Overview, hit, input, tooltip, why_idle};
use crate::colour;
use crate::colour::ColourBy;
use laboratory::record::Run;

/// Most bars that are drawn one by one; more are drawn as a picture.
const MOST_BARS: usize = 8_000;
/// Least height of rows in points that are drawn one by one.
const LEAST_ROW: f64 = 3.0;
/// Bars a pixel above which single jobs are noise.
const CROWD: f64 = 3.0;
/// Number of bars above which wide views are taken from an overview, and the picture of a narrower
/// one is not drawn anew while the view moves.
const MANY_BARS: usize = 100_000;
/// Time in seconds that a view has to rest before such a picture is drawn anew.
const REST: f64 = 0.08;

/// User's actions on a chart.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct GanttOutput {
    /// Job under the pointer.
    pub hovered: Option<Hit>,
    /// Clicked job.
    pub clicked: Option<Hit>,
    /// Whether the ground was clicked, where no job is.
    pub clicked_ground: bool,
    /// Clicked instant.
    pub at: Option<Time>,
    /// Instant for which the user asks why nothing runs there.
    pub idle_question_at: Option<Time>,
    /// Whether the user asks to see everything.
    pub fit: bool,
    /// Job that was dragged to another server.
    pub landed: Option<Landing>,
    /// Rectangle of the bars.
    pub chart: Option<Rect>,
}

/// Shows a chart of `run` in all available room, with the accessible `name`. Charts that share
/// `view` move together.
pub fn show(
    ui: &mut Ui,
    name: &str,
    run: &Run,
    index: &GanttIndex,
    view: &mut GanttView,
    cache: &mut GanttCache,
    options: &Options<'_>,
) -> GanttOutput {
    let slices = slices::of(run).filter(|_| options.slices);
    let lane = lane::height(options);
    let strip = slices.as_ref().map_or(0.0, |_| slices::STRIP);
    let margins = if options.stacked {
        Margins::Stacked
    } else {
        Margins::Axes(index.rows().nodes())
    };
    let (chart, response, painter) = chart_area::allocate(ui, name, margins, lane + strip);
    let begun = carry::begin_drag(&response, run, index, view, chart);
    let begun = begun.filter(|_| !input::selects(ui, view));
    cache.dragged_job = begun.or(cache.dragged_job);
    let carried = cache.dragged_job;
    match carried {
        Some(_) => input::apply_without_drag(ui, &response, chart, view),
        None => input::apply(ui, &response, chart, view),
    }
    let landed = cache.drop(&response, run, view, chart);
    let same_jobs = |other: &&Run| other.outcomes.len() == run.outcomes.len();
    let options = Options {
        against: options.against.filter(same_jobs),
        ..*options
    };
    let frame = Frame {
        run,
        index,
        view,
        chart,
        painter: &painter,
        options,
        slices: slices.as_ref(),
    };
    frame.fill_ground();
    // At the instant of a replay, later events are clipped at the edge of this one.
    let past = view.past(chart);
    let come = painter.with_clip_rect(painter.clip_rect().with_max_x(past.right()));
    let happened = Frame {
        painter: &come,
        ..frame
    };
    happened.strip();
    happened.lane(strip);
    let occupancy = happened.draw(ui, cache);
    let position = response.hover_pos();
    let pointed = position.filter(|pointer| past.contains(*pointer));
    let hovered = pointed.and_then(|pointer| hit::at(index, view, chart, pointer));
    if occupancy {
        let units = run.experiment.unit().many();
        let remark = format!("shaded by busy {units} · zoom in to see jobs");
        frame.ground().remark(&remark);
    }
    happened.outages();
    happened.branchings();
    let out = pointed.filter(|_| hovered.is_none());
    let out = out.and_then(|pointer| outages::at(run, view, chart, pointer));
    if let Some(span) = out {
        frame.outline_outage(span);
    }
    happened.highlight(hovered.map(|hit| hit.job));
    frame.waiting();
    frame.planned();
    if let (Some(job), Some(pointer)) = (carried, response.interact_pointer_pos()) {
        frame.draw_dragged(job, pointer);
    }
    frame.axes(ui, &response);
    let why_idle = menu(&response, run, cache, view, chart);
    match out {
        Some(span) if !response.dragged() => {
            let words = outages::sentence(run, span);
            response.clone().on_hover_text_at_pointer(words);
        }
        _ => explain(response.clone(), &happened, hovered),
    }
    GanttOutput {
        hovered,
        clicked: hovered.filter(|_| response.clicked()),
        clicked_ground: response.clicked() && hovered.is_none(),
        at: position.map(|pointer| hit::instant(view.at(chart, pointer).0)),
        idle_question_at: why_idle,
        fit: response.double_clicked(),
        landed,
        chart: Some(chart),
    }
}

/// Shows the menu of an instant on the chart: why nodes are idle then, if some are.
fn menu(
    response: &Response,
    run: &Run,
    cache: &mut GanttCache,
    view: &GanttView,
    chart: Rect,
) -> Option<Time> {
    if response.secondary_clicked() {
        let position = response.interact_pointer_pos();
        cache.question_at = position.map(|index| {
            let at = hit::instant(view.at(chart, index).0);
            (at, why_idle(run, busy_at(run, at)))
        });
    }
    let mut requested = None;
    response.context_menu(|ui| match &cache.question_at {
        Some((at, Some(question))) => {
            if ui.button(question).clicked() {
                requested = Some(*at);
                ui.close();
            }
        }
        _ => {
            ui.weak(format!("No {} is idle here", run.experiment.unit().one()));
        }
    });
    requested
}

fn explain(response: Response, frame: &Frame<'_>, hovered: Option<Hit>) {
    if let Some(hit) = hovered
        && !response.dragged()
    {
        response.on_hover_ui_at_pointer(|ui| tooltip::show(ui, frame, hit));
    }
}

fn window(view: &GanttView) -> [f64; 4] {
    [view.t0, view.t1, view.row0, view.row1]
}

impl Frame<'_> {
    /// Draws the axes and the marked instants.
    fn axes(&self, ui: &Ui, response: &Response) {
        let ground = self.ground();
        if self.options.stacked {
            ground.frame(response.has_focus())
        } else {
            ground.time_axis(response.has_focus())
        }
        match self.run.placements() {
            Some(placements) => ground.server_axis(ui, placements),
            None => ground.node_axis(ui, self.index.rows()),
        }
        if let Some(cluster) = &self.run.experiment.cluster {
            ground.bands(&cluster.layout, self.options.bands);
        }
        if !self.options.stacked {
            ground.hair_lines(response.id, self.options.cursor);
        }
    }

    /// Returns everything that determines the picture now.
    fn key(&self, ui: &Ui, pixels: Vec2) -> DrawnKey {
        let baseline = self.options.against;
        let by_job = self.options.shading.by == ColourBy::Job && baseline.is_none();
        let [width, height] = [pixels.x, pixels.y].map(f64::from);
        DrawnKey {
            colours: ColoursKey {
                index: self.index.id(),
                shading: self.options.shading,
                baseline: baseline.map(|other| (other.digest, std::ptr::from_ref(other).addr())),
                occupancy: by_job && self.index.crowd(self.view, width, height) > CROWD,
            },
            window: window(self.view),
            chart: self.chart,
            pixels_per_point: ui.pixels_per_point(),
        }
    }

    fn fill_ground(&self) {
        let ground = colour::ground(self.options.shading.dark);
        self.painter.rect_filled(self.chart, 0.0, ground);
    }

    /// Draws the bars; returns whether by occupancy.
    fn draw(&self, ui: &Ui, cache: &mut GanttCache) -> bool {
        let pixels = self.chart.size() * ui.pixels_per_point();
        let key = self.key(ui, pixels);
        let colours = key.colours.clone();
        if !colours.occupancy {
            self.bands();
        }
        let rested = cache.rest_time(key.window, ui.input(|input| input.time));
        let many = self.index.len() > MANY_BARS;
        let from_overview =
            many && Overview::serves(self.index, self.view.seconds(), pixels.x as usize);
        if many && rested < REST {
            let rest = std::time::Duration::from_secs_f64(REST);
            ui.ctx().request_repaint_after(rest);
            if from_overview {
                self.moving(ui, cache, &colours, pixels);
                return colours.occupancy;
            }
            if let Some(window) = cache.picture_to_stretch(&key) {
                self.stretch(window, cache.texture.as_ref());
                return colours.occupancy;
            }
        }
        if cache.drawn.as_ref().is_none_or(|(kept, _)| *kept != key) {
            let GanttCache {
                colours: known,
                overviews,
                texture,
                ..
            } = cache;
            let known = self.cached_colours(known, &colours);
            let kept = &mut overviews[usize::from(colours.occupancy)];
            let overview = from_overview.then(|| self.overview(kept, &colours, known));
            let labelled = !colours.occupancy && overview.is_none();
            let drawn = self.prepare(ui, known, overview, texture, labelled);
            cache.drawn = Some((key, drawn));
        }
        if let Some((_, drawn)) = &cache.drawn {
            self.paint(drawn, cache.texture.as_ref());
            if let Some((_, known)) = &cache.colours {
                self.write(&drawn.labels, known);
            }
        }
        colours.occupancy
    }

    /// Draws a wide view until it rests.
    fn moving(&self, ui: &Ui, cache: &mut GanttCache, key: &ColoursKey, pixels: Vec2) {
        let GanttCache {
            colours,
            overviews,
            moving,
            ..
        } = cache;
        let kept = &mut overviews[usize::from(key.occupancy)];
        let overview = self.overview(kept, key, self.cached_colours(colours, key));
        let shown = (self.view, [pixels.x, pixels.y]);
        let kept = moving.take().filter(|(kept, _)| kept == key);
        let found = Moving::of(kept.map(|(_, kept)| kept), overview, shown, ui.ctx());
        self.stretch(found.window, Some(&found.texture));
        *moving = Some((key.clone(), found));
    }

    /// Returns the colours for `key`.
    fn cached_colours<'a>(
        &self,
        kept: &'a mut Option<(ColoursKey, Colours)>,
        key: &ColoursKey,
    ) -> &'a Colours {
        let known = kept.take().filter(|(known, _)| known == key);
        &kept
            .insert(known.unwrap_or_else(|| (key.clone(), self.colours(key))))
            .1
    }

    fn colours(&self, key: &ColoursKey) -> Colours {
        if key.occupancy {
            Colours::occupancy(self.run.outcomes.len(), self.options.shading.dark)
        } else {
            Colours::new(self.run, &key.shading, self.options.against)
        }
    }

    fn overview<'a>(
        &self,
        kept: &'a mut Option<(ColoursKey, Overview)>,
        key: &ColoursKey,
        colours: &Colours,
    ) -> &'a Overview {
        let known = kept.take().filter(|(known, _)| known == key);
        &kept
            .insert(known.unwrap_or_else(|| (key.clone(), Overview::new(self.index, colours))))
            .1
    }

    fn prepare(
        &self,
        ui: &Ui,
        colours: &Colours,
        overview: Option<&Overview>,
        texture: &mut Option<TextureHandle>,
        labelled: bool,
    ) -> CachedImage {
        let (index, view, chart) = (self.index, self.view, self.chart);
        let letters = |job| tooltip::letters(self.run, job);
        let tall = f64::from(chart.height()) / view.rows() >= LEAST_ROW;
        let few = || index.visible(view).take(MOST_BARS + 1).count() <= MOST_BARS;
        let labels = if labelled {
            mesh::labels(index, view, chart, letters)
        } else {
            Vec::new()
        };
        if overview.is_none() && tall && few() {
            let mesh = mesh::build(index, view, chart, ui.pixels_per_point(), colours);
            return CachedImage {
                mesh: Some(Arc::new(mesh)),
                labels,
            };
        }
        let most = ui.input(|input| input.max_texture_side).max(1);
        let pixels =
            |points: f32| ((points * ui.pixels_per_point()).round() as usize).clamp(1, most);
        let (width, height) = (pixels(chart.width()), pixels(chart.height()));
        let image = match overview {
            Some(overview) => overview.picture(view, width, height),
            None => raster::picture(index, view, width, height, colours),
        };
        match texture {
            Some(handle) => handle.set(image, TextureOptions::NEAREST),
            None => {
                *texture = Some(
                    ui.ctx()
                        .load_texture("gantt", image, TextureOptions::NEAREST),
                )
            }
        }
        CachedImage { mesh: None, labels }
    }

    /// Paints the picture of another window where it now belongs, while a view moves until it
    /// rests.
    fn stretch(&self, window: [f64; 4], texture: Option<&TextureHandle>) {
        let Some(texture) = texture else { return };
        let [t0, t1, row0, row1] = window;
        let (view, chart) = (self.view, self.chart);
        let x = |time: f64| ((time - view.t0) / view.seconds()) as f32 * chart.width();
        let y = |row: f64| ((row - view.row0) / view.rows()) as f32 * chart.height();
        let corner = chart.min;
        let index =
            Rect::from_min_max(corner + vec2(x(t0), y(row0)), corner + vec2(x(t1), y(row1)));
        let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        let painter = self.clipped();
        painter.image(texture.id(), index, whole, Color32::WHITE);
    }

    fn paint(&self, drawn: &CachedImage, texture: Option<&TextureHandle>) {
        let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        match (&drawn.mesh, texture) {
            (Some(mesh), _) => {
                self.painter.add(Shape::mesh(Arc::clone(mesh)));
            }
            (None, Some(texture)) => {
                self.painter
                    .image(texture.id(), self.chart, whole, Color32::WHITE);
            }
            (None, None) => {}
        }
    }
}
