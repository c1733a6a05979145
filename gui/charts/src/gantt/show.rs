//! The chart as a widget.

use cosched_core::Time;
use egui::{Rect, Response, Ui};

use super::cache::GanttCache;
use super::carry::{self, Landing};
use super::chart_area::{self, Margins};
use super::frame::{Frame, Options};
use super::idle::busy_at;
use super::paint::outages;
use super::paint::{lane, slices};
use super::{GanttIndex, GanttView, Hit, hit, input, tooltip, why_idle};
use crate::colour;
use laboratory::record::Run;

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

    fn fill_ground(&self) {
        let ground = colour::ground(self.options.shading.dark);
        self.painter.rect_filled(self.chart, 0.0, ground);
    }
}
