//! The residents of one node, stacked over time.

use std::cmp::Reverse;

use cosched_core::{Memory, Time};
use egui::{Align2, FontId, Mesh, Painter, Rect, Response, Shape, Stroke, Ui, pos2};

use super::tooltip;
use crate::colour;
use crate::colour::{ColourBy, Shading};
use crate::gantt::chart_area;
use crate::gantt::chart_area::{ChartArea, Margins};
use crate::gantt::tooltip::number;
use crate::gantt::{GanttView, hit, input};
use laboratory::family::slicing::record::{MemoryRecord, State};
use laboratory::record::Run;

/// Height in points above the line of the capacity, with room for a few words.
const ABOVE: f32 = 24.0;
/// Least room in points for the number of a job, and for a digit of it.
const LEAST_HEIGHT: f32 = 11.0;
const DIGIT: f32 = 6.5;

/// Memory of one job that is constant for a while.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Area {
    job: usize,
    /// Start and end, in seconds.
    from: f64,
    until: f64,
    /// In KiB, the sum of what lies below it, without it and with it.
    low: u64,
    high: u64,
}

/// Shows the residents of `node` over the time of `view`, one area on another, in all available
/// room; `cursor` marks an instant. Charts that share `view` move together in time.
pub fn stack(
    ui: &mut Ui,
    run: &Run,
    node: u32,
    view: &mut GanttView,
    cursor: Option<Time>,
    dark: bool,
) {
    let name = format!("Memory of {} {node}", run.experiment.size_unit.one());
    let (chart, response, painter) =
        chart_area::allocate(ui, &name, Margins::Axes(run.experiment.nodes), 0.0);
    let rows = (view.row0, view.row1);
    input::apply(ui, &response, chart, view);
    // Rows are amounts here, and those of other charts are not to move.
    (view.row0, view.row1) = rows;
    painter.rect_filled(chart, 0.0, colour::ground(dark));
    let ground = ChartArea {
        painter: &painter,
        chart,
        view,
        clock: &run.experiment.clock,
        dark,
    };
    match run.memory() {
        Some(record) => {
            let drawing = Stack {
                run,
                record,
                node,
                ground: &ground,
            };
            drawing.draw(ui.pixels_per_point());
            drawing.explain(&response);
        }
        None => ground.remark("no memory in this run"),
    }
    ground.time_axis(response.has_focus());
    ground.hair_lines(response.id, cursor);
}

/// One frame of one chart.
struct Stack<'a> {
    run: &'a Run,
    record: &'a MemoryRecord,
    node: u32,
    ground: &'a ChartArea<'a>,
}

impl Stack<'_> {
    /// Gives each resident a colour of its own.
    fn shading(&self) -> Shading {
        Shading {
            by: ColourBy::Job,
            dark: self.ground.dark,
            ..Shading::default()
        }
    }

    fn draw(&self, pixels_per_point: f32) {
        let chart = self.ground.chart;
        let painter = self
            .ground
            .painter
            .with_clip_rect(self.ground.view.past(chart));
        let columns = (chart.width() * pixels_per_point).max(1.0) as usize;
        let areas = self.areas(columns);
        let mut mesh = Mesh::default();
        self.add_totals(&mut mesh);
        for area in &areas {
            let colour = colour::colour_of(self.run, area.job, &self.shading());
            mesh.add_colored_rect(self.area_rect(area).intersect(chart), colour);
        }
        painter.add(Shape::mesh(mesh));
        self.separate(&painter, &areas);
        self.write(&painter, &areas);
        self.capacity(&painter);
        let unit = self.run.experiment.size_unit.one();
        let words = match self.record.coarse_from() {
            None => format!("{unit} {}", self.node),
            Some(at) => {
                let at = crate::plot::ticks::time_label(at.seconds(), 60.0);
                format!("{unit} {}, totals alone from {at} on", self.node)
            }
        };
        self.ground.remark(&words);
    }

    /// Returns the areas in view; where states change faster than columns can show, those at the
    /// left edge of each column.
    fn areas(&self, columns: usize) -> Vec<Area> {
        let view = self.ground.view;
        let states = self.record.states(self.node);
        let places = self.record.places_within(self.node, view.t0, view.t1);
        if places.len() <= 2 * columns {
            let until = |index| self.record.until(self.node, index);
            return joined(self.run, places.map(|index| (states[index], until(index))));
        }
        let column = view.seconds() / columns as f64;
        let edge = |index: usize| hit::instant(view.t0 + column * index as f64);
        let steps = (0..columns).filter_map(|index| {
            let mut state = self.record.state_at(self.node, edge(index))?;
            state.from = edge(index);
            Some((state, edge(index + 1)))
        });
        joined(self.run, steps)
    }

    /// Adds grey totals from where on nothing else was kept.
    fn add_totals(&self, mesh: &mut Mesh) {
        let Some(coarse) = self.record.coarse_from().map(Time::seconds) else {
            return;
        };
        let (view, chart) = (self.ground.view, self.ground.chart);
        let mut means = vec![0.0; chart.width().max(1.0) as usize];
        self.record
            .add_means(self.node, view.t0, view.t1, &mut means);
        let column = view.seconds() / means.len() as f64;
        for (index, mean) in means.iter().enumerate() {
            let from = view.t0 + column * index as f64;
            if from >= coarse {
                let (left, right) = (view.x(chart, from), view.x(chart, from + column));
                let top = self.y(u64::from(mean.round() as u32));
                let rect = Rect::from_min_max(pos2(left, top), pos2(right, chart.bottom()));
                mesh.add_colored_rect(rect, colour::GREY);
            }
        }
    }

    /// Draws a line between areas, so that two of like colours are still two.
    fn separate(&self, painter: &Painter, areas: &[Area]) {
        let stroke = Stroke::new(1.0, colour::ground(self.ground.dark));
        for area in areas {
            let rect = self.area_rect(area);
            if rect.width() > 3.0 && rect.height() > 3.0 {
                painter.hline(rect.x_range(), rect.top(), stroke);
                painter.vline(rect.right(), rect.y_range(), stroke);
            }
        }
    }

    fn write(&self, painter: &Painter, areas: &[Area]) {
        for area in areas {
            let rect = self.area_rect(area).intersect(self.ground.chart);
            let words = number(self.run, area.job).to_string();
            let width = DIGIT * words.len() as f32 + 4.0;
            if rect.height() >= LEAST_HEIGHT && rect.width() >= width {
                let colour = colour::colour_of(self.run, area.job, &self.shading());
                painter.text(
                    rect.center(),
                    Align2::CENTER_CENTER,
                    words,
                    FontId::proportional(11.0),
                    colour::text_on(colour),
                );
            }
        }
    }

    /// Draws the line of the capacity.
    fn capacity(&self, painter: &Painter) {
        let capacity = self.record.capacity();
        let (chart, y) = (self.ground.chart, self.y(u64::from(capacity.0)));
        let ink = colour::text_on(colour::ground(self.ground.dark));
        painter.hline(chart.x_range(), y, Stroke::new(1.5, ink));
        let words = format!("{} MiB", tooltip::format(capacity));
        let font = FontId::proportional(11.0);
        let words = painter.layout_no_wrap(words, font, ink);
        let corner = pos2(chart.left() + 6.0, y - words.size().y / 2.0);
        let room = words.rect.translate(corner.to_vec2()).expand(2.0);
        painter.rect_filled(room, 3.0, colour::ground(self.ground.dark));
        painter.galley(corner, words, ink);
    }

    fn area_rect(&self, area: &Area) -> Rect {
        let (view, chart) = (self.ground.view, self.ground.chart);
        Rect::from_min_max(
            pos2(view.x(chart, area.from), self.y(area.high)),
            pos2(view.x(chart, area.until), self.y(area.low)),
        )
    }

    /// Returns the y of `kibibytes`.
    fn y(&self, kibibytes: u64) -> f32 {
        let share = kibibytes as f32 / self.record.capacity().0.max(1) as f32;
        let chart = self.ground.chart;
        chart.bottom() - share * (chart.height() - ABOVE).max(1.0)
    }

    fn explain(&self, response: &Response) {
        let chart = self.ground.chart;
        let position = response.hover_pos().filter(|index| chart.contains(*index));
        if let Some(index) = position.filter(|_| !response.dragged()) {
            let (time, _) = self.ground.view.at(chart, index);
            let here = (self.node, hit::instant(time));
            let response = response.clone();
            response.on_hover_ui_at_pointer(|ui| tooltip::show(ui, self.run, self.record, here));
        }
    }
}

/// Joins what is constant from one state to the next into one area; jobs of longer classes, which
/// stay longer, below.
fn joined(run: &Run, states: impl Iterator<Item = (State, Time)>) -> Vec<Area> {
    let class = |job: usize| Reverse(run.classes.get(job).copied().unwrap_or_default());
    let mut areas: Vec<Area> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    for (state, until) in states {
        let mut residents: Vec<(usize, Memory)> = state.residents().collect();
        residents.sort_by_key(|(job, _)| (class(*job), *job));
        let mut low = 0;
        let mut still = Vec::with_capacity(residents.len());
        for (job, memory) in residents {
            let high = low + u64::from(memory.0);
            let from = state.from.seconds();
            let same =
                |area: &Area| (area.job, area.low, area.high, area.until) == (job, low, high, from);
            let index = open.iter().copied().find(|index| same(&areas[*index]));
            let index = index.unwrap_or_else(|| {
                areas.push(Area {
                    job,
                    from,
                    until: from,
                    low,
                    high,
                });
                areas.len() - 1
            });
            areas[index].until = until.seconds();
            still.push(index);
            low = high;
        }
        open = still;
    }
    areas
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    /// The run worked out by hand in the fixture: job 1 is long, job 2 short.
    #[test]
    fn areas_are_the_residents_one_on_another() {
        let run = sample::displacing();
        let record = run.memory().unwrap();
        let states = record.states(0).iter().enumerate();
        let areas = joined(
            &run,
            states.map(|(index, state)| (*state, record.until(0, index))),
        );
        let area = |job, from, until, low: u64, high: u64| Area {
            job,
            from,
            until,
            low: low * 1024,
            high: high * 1024,
        };
        let expected = [
            area(1, 0.0, 20.0, 0, 6),
            area(0, 20.0, 40.0, 0, 7),
            area(1, 20.0, 40.0, 7, 10),
            // Job 1 stays as it is when job 2 ends at 57.
            area(0, 40.0, 60.0, 0, 4),
            area(1, 40.0, 57.0, 4, 10),
            area(0, 60.0, 83.0, 0, 7),
        ];
        assert_eq!(areas, expected);
    }
}
