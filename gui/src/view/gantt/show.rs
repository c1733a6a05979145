//! The chart as a widget: what is drawn where, and what of it is kept between frames.

use std::sync::Arc;

use cosched_core::Time;
use egui::emath::GuiRounding as _;
use egui::{
    Align2, Color32, FontId, Painter, Rect, Response, Role, Sense, Shape, Stroke, StrokeKind, TextureHandle,
    TextureOptions, Ui, WidgetInfo, pos2, vec2,
};

use super::mesh::Label;
use super::{Colours, GanttIndex, GanttView, Hit, hit, input, mesh, raster, tooltip};
use crate::record::Run;
use crate::view::colour::{self, ColourBy};
use crate::view::ticks;

/// More bars than this are drawn as a picture.
const MOST_BARS: usize = 8_000;
/// Rows lower than this in points are drawn as a picture.
const LEAST_ROW: f64 = 3.0;
/// With more bars a pixel than this, single jobs are noise.
const CROWD: f64 = 3.0;
const AXIS: f32 = 18.0;

/// What the person did on a chart.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct GanttOutput {
    /// The job under the pointer.
    pub hovered: Option<Hit>,
    /// The job clicked on.
    pub clicked: Option<Hit>,
    /// Whether the ground was clicked on, where no job is.
    pub clicked_ground: bool,
    /// Whether the view has moved.
    pub changed_view: bool,
    /// Whether the person asked to see everything.
    pub fit: bool,
    /// Whether nodes are shaded by how busy they are, single jobs being too small.
    pub occupancy: bool,
}

/// What a chart keeps between frames; one for each chart.
#[derive(Default)]
pub struct GanttCache {
    colours: Option<(ColoursKey, Colours)>,
    drawn: Option<(DrawnKey, Drawn)>,
    texture: Option<TextureHandle>,
}

/// All that decides the colours.
#[derive(Clone, PartialEq)]
struct ColoursKey {
    index: u64,
    by: ColourBy,
    baseline: Option<(u64, usize)>,
    dark: bool,
    occupancy: bool,
}

/// All that decides what is drawn.
#[derive(Clone, PartialEq)]
struct DrawnKey {
    colours: ColoursKey,
    window: [f64; 4],
    chart: Rect,
    pixels_per_point: f32,
}

struct Drawn {
    /// `None` if the texture is the drawing.
    mesh: Option<Arc<egui::Mesh>>,
    labels: Vec<Label>,
}

/// How a chart is drawn.
#[derive(Clone, Copy, Default)]
pub struct Options<'a> {
    /// What the colour of a job says.
    pub colour_by: ColourBy,
    /// If given, colours say which jobs start earlier or later than there.
    pub against: Option<&'a Run>,
    /// The job that stands out.
    pub selected: Option<usize>,
    /// A marked instant, such as that of a replay.
    pub cursor: Option<Time>,
    /// Whether the ground is dark.
    pub dark: bool,
}

/// One chart of `run` in all the room there is, `name` for those who hear it.
/// Charts that share `view` move together.
pub fn show(
    ui: &mut Ui,
    name: &str,
    run: &Run,
    index: &GanttIndex,
    view: &mut GanttView,
    cache: &mut GanttCache,
    options: &Options<'_>,
) -> GanttOutput {
    let (rect, response) =
        ui.allocate_exact_size(ui.available_size().max(vec2(80.0, 40.0)), Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, name));
    let painter = ui.painter_at(rect);
    let gutter = 14.0 + 7.0 * (index.nodes().max(2) - 1).ilog10() as f32;
    let (corner, other) =
        (pos2(rect.left() + gutter, rect.top()), pos2(rect.right(), rect.bottom() - AXIS));
    let chart = Rect::from_min_max(corner, other).round_to_pixels(ui.pixels_per_point());
    let before = *view;
    input::apply(ui, &response, chart, view);
    let same_jobs = |other: &&Run| other.outcomes.len() == run.outcomes.len();
    let options = Options { against: options.against.filter(same_jobs), ..*options };
    let frame = Frame { run, index, view, chart, painter: &painter, options };
    let occupancy = frame.draw(ui, cache);
    let hovered = response.hover_pos().and_then(|place| hit::at(index, view, chart, place));
    frame.highlight(hovered.map(|hit| hit.job));
    frame.axes(ui, response.has_focus());
    frame.hair_lines(response.id);
    explain(response.clone(), run, index, hovered, options.against);
    GanttOutput {
        hovered,
        clicked: hovered.filter(|_| response.clicked()),
        clicked_ground: response.clicked() && hovered.is_none(),
        changed_view: window(&before) != window(view),
        fit: response.double_clicked(),
        occupancy,
    }
}

fn explain(
    response: Response,
    run: &Run,
    index: &GanttIndex,
    hovered: Option<Hit>,
    baseline: Option<&Run>,
) {
    if let Some(hit) = hovered
        && !response.dragged()
    {
        response.on_hover_ui_at_pointer(|ui| tooltip::show(ui, run, index, hit, baseline));
    }
}

fn window(view: &GanttView) -> [f64; 4] {
    [view.t0, view.t1, view.row0, view.row1]
}

/// One frame of one chart.
struct Frame<'a> {
    run: &'a Run,
    index: &'a GanttIndex,
    view: &'a GanttView,
    chart: Rect,
    painter: &'a Painter,
    options: Options<'a>,
}

impl Frame<'_> {
    /// Draws the bars; whether by how busy nodes are.
    fn draw(&self, ui: &Ui, cache: &mut GanttCache) -> bool {
        let baseline = self.options.against;
        self.painter.rect_filled(self.chart, 0.0, colour::ground(self.options.dark));
        let pixels = self.chart.size() * ui.pixels_per_point();
        let by_job = self.options.colour_by == ColourBy::Job && baseline.is_none();
        let colours = ColoursKey {
            index: self.index.id(),
            by: self.options.colour_by,
            baseline: baseline.map(|other| (other.digest, std::ptr::from_ref(other).addr())),
            dark: self.options.dark,
            occupancy: by_job
                && self.index.crowd(self.view, f64::from(pixels.x), f64::from(pixels.y)) > CROWD,
        };
        let key = DrawnKey {
            colours: colours.clone(),
            window: window(self.view),
            chart: self.chart,
            pixels_per_point: ui.pixels_per_point(),
        };
        if cache.drawn.as_ref().is_none_or(|(kept, _)| *kept != key) {
            if cache.colours.as_ref().is_none_or(|(kept, _)| *kept != colours) {
                cache.colours = Some((colours.clone(), self.colours(&colours)));
            }
            if let Some((_, known)) = &cache.colours {
                let drawn = self.prepare(ui, known, &mut cache.texture, !colours.occupancy);
                cache.drawn = Some((key, drawn));
            }
        }
        if let Some((_, drawn)) = &cache.drawn {
            self.paint(drawn, cache.texture.as_ref());
            if let Some((_, known)) = &cache.colours {
                self.write(&drawn.labels, known);
            }
        }
        colours.occupancy
    }

    fn colours(&self, key: &ColoursKey) -> Colours {
        if key.occupancy {
            Colours::occupancy(self.run.outcomes.len(), self.options.dark)
        } else {
            Colours::new(self.run, key.by, self.options.against, self.options.dark)
        }
    }

    fn prepare(
        &self,
        ui: &Ui,
        colours: &Colours,
        texture: &mut Option<TextureHandle>,
        labelled: bool,
    ) -> Drawn {
        let (index, view, chart) = (self.index, self.view, self.chart);
        let letters = |job| 1 + tooltip::number(self.run, job).max(1).ilog10() as usize;
        let tall = f64::from(chart.height()) / view.rows() >= LEAST_ROW;
        let few = index.visible(view).take(MOST_BARS + 1).count() <= MOST_BARS;
        let labels =
            if labelled { mesh::labels(index, view, chart, letters) } else { Vec::new() };
        if tall && few {
            let mesh = mesh::build(index, view, chart, ui.pixels_per_point(), colours);
            return Drawn { mesh: Some(Arc::new(mesh)), labels };
        }
        let most = ui.input(|input| input.max_texture_side).max(1);
        let pixels = |points: f32| ((points * ui.pixels_per_point()).round() as usize).clamp(1, most);
        let (width, height) = (pixels(chart.width()), pixels(chart.height()));
        let image = raster::picture(index, view, width, height, colours);
        match texture {
            Some(handle) => handle.set(image, TextureOptions::NEAREST),
            None => *texture = Some(ui.ctx().load_texture("gantt", image, TextureOptions::NEAREST)),
        }
        Drawn { mesh: None, labels }
    }

    fn paint(&self, drawn: &Drawn, texture: Option<&TextureHandle>) {
        let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        match (&drawn.mesh, texture) {
            (Some(mesh), _) => {
                self.painter.add(Shape::mesh(Arc::clone(mesh)));
            }
            (None, Some(texture)) => {
                self.painter.image(texture.id(), self.chart, whole, Color32::WHITE);
            }
            (None, None) => {}
        }
    }

    fn write(&self, labels: &[Label], colours: &Colours) {
        for label in labels {
            let colour = colour::text_on(colours.of(label.job));
            let number = tooltip::number(self.run, label.job).to_string();
            let painter = self.painter.with_clip_rect(label.rect);
            painter.text(label.rect.center(), Align2::CENTER_CENTER, number, FontId::proportional(11.0), colour);
        }
    }

    /// The selected job on a veil over all others; a frame around the one under the pointer.
    fn highlight(&self, hovered: Option<usize>) {
        let painter = self.painter.with_clip_rect(self.chart.intersect(self.painter.clip_rect()));
        let ink = colour::text_on(colour::ground(self.options.dark));
        if let Some(job) = self.options.selected.filter(|job| self.index.of_job(*job).next().is_some()) {
            painter.rect_filled(self.chart, 0.0, colour::ground(self.options.dark).gamma_multiply(0.55));
            self.frame(&painter, job, 2.0, ink, Some(colour::colour_of(self.run, job, self.options.colour_by)));
        }
        if let Some(job) = hovered {
            self.frame(&painter, job, 1.0, ink, None);
        }
    }

    fn frame(&self, painter: &Painter, job: usize, width: f32, ink: Color32, fill: Option<Color32>) {
        for bar in self.index.of_job(job) {
            let place = mesh::place(bar, self.view, self.chart).intersect(self.chart.expand(4.0));
            // A job outside the chart has no frame; a thin one must still be found.
            if place.width() < 0.0 || place.height() < 0.0 {
                continue;
            }
            let rect = place.expand2(vec2((1.0 - place.width() / 2.0).max(0.0), 0.0));
            if let Some(fill) = fill {
                painter.rect_filled(rect, 0.0, fill);
            }
            painter.rect_stroke(rect, 0.0, Stroke::new(width, ink), StrokeKind::Outside);
        }
    }

    fn axes(&self, ui: &Ui, focused: bool) {
        let visuals = ui.visuals();
        let (ink, font) = (visuals.text_color(), FontId::proportional(11.0));
        let line = visuals.widgets.noninteractive.bg_stroke;
        let frame = if focused { visuals.selection.stroke } else { line };
        self.painter.rect_stroke(self.chart, 0.0, frame, StrokeKind::Inside);
        let most = (self.chart.width() / 90.0).max(1.0) as usize;
        for tick in ticks::time(self.view.t0, self.view.t1, most) {
            let x = self.view.x(self.chart, tick.at);
            let bottom = self.chart.bottom();
            self.painter.vline(x, bottom..=bottom + 4.0, line);
            // The outermost words must not be cut off by the edge.
            let align = if x > self.chart.right() - 20.0 { Align2::RIGHT_TOP } else { Align2::CENTER_TOP };
            self.painter.text(pos2(x, bottom + 4.0), align, tick.label, font.clone(), ink);
        }
        let most = (self.chart.height() / 22.0).max(1.0) as usize;
        let last = (self.view.row1 - 1.0).min(f64::from(self.index.nodes()) - 1.0);
        for tick in ticks::whole(self.view.row0.floor().max(0.0), last, most) {
            let y = self.view.y(self.chart, tick.at + 0.5);
            if (self.chart.top() + 4.0..self.chart.bottom() - 4.0).contains(&y) {
                let place = pos2(self.chart.left() - 4.0, y);
                self.painter.text(place, Align2::RIGHT_CENTER, tick.label, font.clone(), ink);
            }
        }
    }

    /// The marked instant, and the pointer over another chart of the same view.
    fn hair_lines(&self, id: egui::Id) {
        let ink = colour::text_on(colour::ground(self.options.dark));
        let elsewhere = self.view.pointer.filter(|pointer| pointer.over != id);
        let lines = [
            (self.options.cursor.map(Time::seconds), Stroke::new(2.0, colour::run_colour(4, self.options.dark))),
            (elsewhere.map(|pointer| pointer.at), Stroke::new(1.0, ink.gamma_multiply(0.5))),
        ];
        for (time, stroke) in lines {
            let visible = time.filter(|time| (self.view.t0..=self.view.t1).contains(time));
            if let Some(time) = visible {
                let x = self.view.x(self.chart, time);
                self.painter.vline(x, self.chart.y_range(), stroke);
            }
        }
    }
}
