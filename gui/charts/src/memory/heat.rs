//! The heat map: nodes down, time across, the shade how much of a node's memory is resident.

use cosched_core::{Memory, Time};
use egui::{
    Align2, Color32, FontId, Painter, Pos2, Rect, Response, Stroke, StrokeKind, TextureHandle,
    TextureOptions, Ui, pos2, vec2,
};

use super::{picture, tooltip};
use crate::colour;
use crate::colour::tokens::tokens;
use crate::gantt::chart_area;
use crate::gantt::chart_area::{ChartArea, Margins};
use crate::gantt::{GanttView, Rows, hit, input};
use laboratory::family::slicing::record::MemoryRecord;
use laboratory::record::{Run, Segment};

/// Height of the legend above the map.
const LEGEND: f32 = 18.0;
/// Size of its scale, and the number of steps in which that is drawn.
const SCALE: [f32; 2] = [120.0, 9.0];
const STEPS: u8 = 24;

/// State of a heat map between frames; one for each.
#[derive(Default)]
pub struct MemoryCache {
    drawn: Option<Key>,
    texture: Option<TextureHandle>,
    /// Segments of the selected job.
    job: Option<(Source, usize, Vec<Segment>)>,
}

/// Source of the memory: the digest of a run, and the address of its record.
type Source = (u64, usize);

/// Everything that determines the picture.
#[derive(Clone, Copy, PartialEq)]
struct Key {
    source: Source,
    window: [f64; 4],
    pixels: [usize; 2],
    dark: bool,
}

/// Options of a heat map.
#[derive(Clone, Copy, Default, Debug)]
pub struct MemoryOptions {
    /// Whether the ground is dark.
    pub dark: bool,
    /// Selected node.
    pub selected_node: Option<u32>,
    /// Selected job: its nodes stand out while it runs.
    pub selected_job: Option<usize>,
    /// Marked instant, such as that of a replay.
    pub cursor: Option<Time>,
}

/// User's actions on a heat map.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MemoryOutput {
    /// Clicked node.
    pub clicked_node: Option<u32>,
    /// Whether the user asks to see everything.
    pub fit: bool,
}

/// Shows the memory of all nodes of `run` in all available room, with the accessible `name`. Charts
/// that share `view` move together.
pub fn show(
    ui: &mut Ui,
    name: &str,
    run: &Run,
    view: &mut GanttView,
    cache: &mut MemoryCache,
    options: &MemoryOptions,
) -> MemoryOutput {
    let nodes = run.experiment.nodes;
    let (chart, response, painter) = chart_area::allocate(ui, name, Margins::Axes(nodes), LEGEND);
    input::apply(ui, &response, chart, view);
    painter.rect_filled(chart, 0.0, colour::ground(options.dark));
    let ground = ChartArea {
        painter: &painter,
        chart,
        view,
        clock: &run.experiment.clock,
        dark: options.dark,
    };
    let map = Map {
        run,
        ground: &ground,
        options,
    };
    let mut output = MemoryOutput {
        clicked_node: None,
        fit: response.double_clicked(),
    };
    match run.memory() {
        Some(record) => {
            map.draw(ui, record, cache);
            map.legend(ui, record.capacity());
            let hovered = response.hover_pos().and_then(|index| map.node_at(index));
            output.clicked_node = hovered.map(|(node, _)| node).filter(|_| response.clicked());
            map.explain(&response, record, hovered);
        }
        None => ground.remark("no memory in this run"),
    }
    ground.time_axis(response.has_focus());
    ground.node_axis(ui, Rows::of_nodes(nodes));
    ground.hair_lines(response.id, options.cursor);
    output
}

/// One frame of a heat map.
struct Map<'a> {
    run: &'a Run,
    ground: &'a ChartArea<'a>,
    options: &'a MemoryOptions,
}

impl Map<'_> {
    fn draw(&self, ui: &Ui, record: &MemoryRecord, cache: &mut MemoryCache) {
        let (view, chart) = (self.ground.view, self.ground.chart);
        let most = ui.input(|input| input.max_texture_side).max(1);
        let pixels = (chart.size() * ui.pixels_per_point()).round();
        let pixels = [pixels.x, pixels.y].map(|side| (side as usize).clamp(1, most));
        let source = (self.run.digest, std::ptr::from_ref(record).addr());
        let key = Key {
            source,
            window: [view.t0, view.t1, view.row0, view.row1],
            pixels,
            dark: self.options.dark,
        };
        if cache.drawn != Some(key) {
            let image = picture::picture(record, view, pixels, self.options.dark);
            cache.drawn = Some(key);
            match &mut cache.texture {
                _ if image.height() == 0 => cache.texture = None,
                Some(texture) => texture.set(image, TextureOptions::NEAREST),
                None => {
                    let options = TextureOptions::NEAREST;
                    cache.texture = Some(ui.ctx().load_texture("memory", image, options));
                }
            }
        }
        let painter = self
            .ground
            .painter
            .with_clip_rect(self.ground.view.past(chart));
        if let Some(texture) = &cache.texture {
            let [first, end] = picture::rows(record, view).map(f64::from);
            let rect = view.rect(chart, view.t0, view.t1, first, end);
            let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
            painter.image(texture.id(), rect, whole, Color32::WHITE);
        }
        self.select(&painter, source, cache);
        if !record.is_complete() {
            self.ground.remark("a long run: means from some time on");
        }
    }

    /// Frames the selected node, and the selected job where it ran.
    fn select(&self, painter: &Painter, source: Source, cache: &mut MemoryCache) {
        let (view, chart) = (self.ground.view, self.ground.chart);
        if let Some(job) = self.options.selected_job {
            let known = cache.job.take();
            let known = known.filter(|(whose, which, _)| (*whose, *which) == (source, job));
            let (.., segments) = cache.job.insert(known.unwrap_or_else(|| {
                let segments = self.run.segments.iter();
                let own = segments.filter(|segment| segment.job as usize == job);
                (source, job, own.collect())
            }));
            let stroke = Stroke::new(2.0, tokens(self.options.dark).accent);
            for segment in segments.iter() {
                let (from, until) = (segment.from.seconds(), segment.until.seconds());
                let first = f64::from(segment.first_node);
                let end = first + f64::from(segment.nodes);
                let rect = view.rect(chart, from, until, first, end);
                if rect.intersects(chart) {
                    painter.rect_stroke(rect, 0.0, stroke, StrokeKind::Outside);
                }
            }
        }
        if let Some(node) = self.options.selected_node {
            let row = f64::from(node);
            let rect = view.rect(chart, view.t0, view.t1, row, row + 1.0);
            let cell_rect = rect.expand2(vec2(0.0, (1.0 - rect.height() / 2.0).max(0.0)));
            let stroke = Stroke::new(2.0, colour::run_colour(1, self.options.dark));
            painter.rect_stroke(cell_rect, 0.0, stroke, StrokeKind::Outside);
        }
    }

    /// Draws the meaning of the shades above the map.
    fn legend(&self, ui: &Ui, capacity: Memory) {
        let (painter, chart) = (self.ground.painter, self.ground.chart);
        let (ink, font) = (ui.visuals().text_color(), FontId::proportional(11.0));
        let middle = chart.top() - LEGEND / 2.0;
        let words = painter.text(
            pos2(chart.left(), middle),
            Align2::LEFT_CENTER,
            format!("resident on a {}: 0", self.run.experiment.size_unit.one()),
            font.clone(),
            ink,
        );
        let corner = pos2(words.right() + 6.0, middle - SCALE[1] / 2.0);
        let scale = Rect::from_min_size(corner, vec2(SCALE[0], SCALE[1]));
        let step = SCALE[0] / f32::from(STEPS);
        for index in 0..STEPS {
            let left = scale.left() + f32::from(index) * step;
            let rect = scale.with_min_x(left).with_max_x(left + step);
            let share = f32::from(index) / f32::from(STEPS - 1);
            painter.rect_filled(rect, 0.0, colour::memory(share, self.options.dark));
        }
        let line = ui.visuals().widgets.noninteractive.bg_stroke;
        painter.rect_stroke(scale, 0.0, line, StrokeKind::Outside);
        painter.text(
            pos2(scale.right() + 6.0, middle),
            Align2::LEFT_CENTER,
            format!("{} MiB", tooltip::format(capacity)),
            font,
            ink,
        );
    }

    /// Returns the node and the instant at `position`.
    fn node_at(&self, position: Pos2) -> Option<(u32, Time)> {
        let chart = self.ground.chart;
        let (time, row) = self.ground.view.at(chart, position);
        let there =
            chart.contains(position) && row >= 0.0 && row < f64::from(self.run.experiment.nodes);
        there.then(|| (row as u32, hit::instant(time)))
    }

    fn explain(&self, response: &Response, record: &MemoryRecord, hovered: Option<(u32, Time)>) {
        if let Some(index) = hovered.filter(|_| !response.dragged()) {
            let response = response.clone();
            response.on_hover_ui_at_pointer(|ui| tooltip::show(ui, self.run, record, index));
        }
    }
}
