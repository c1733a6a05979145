//! The matrix on the screen: its rows, and above them the running jobs.

use cosched_core::Time;
use egui::emath::GuiRounding as _;
use egui::{
    Align2, Color32, FontId, Painter, Rect, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2,
    vec2,
};

use super::{Block, MatrixBlocks, State};
use crate::colour;
use crate::gantt::tooltip::number;
use crate::look::strong;
use crate::plot::ticks;
use laboratory::base::format;
use laboratory::record::Run;

/// Room for the names of rows at the left, and for node numbers below.
const MARGINS: [f32; 2] = [34.0, 18.0];
/// Gap between the running jobs and the matrix.
const GAP: f32 = 6.0;
/// Least and greatest height of a row.
const HEIGHTS: [f32; 2] = [6.0, 26.0];

/// Options of a matrix.
#[derive(Clone, Copy, Debug, Default)]
pub struct MatrixOptions {
    /// Whether the ground is dark.
    pub dark: bool,
    /// Selected job.
    pub selected: Option<usize>,
}

/// User's actions on a matrix.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MatrixOutput {
    /// Clicked job.
    pub clicked: Option<usize>,
}

/// Draws `blocks` of `run` at `at` in all available room, with the accessible `name`.
pub fn show(
    ui: &mut Ui,
    name: &str,
    run: &Run,
    (blocks, at): (&MatrixBlocks, Time),
    options: MatrixOptions,
) -> MatrixOutput {
    let size = ui.available_size().max(vec2(80.0, 40.0));
    let (room, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, name));
    let corner = pos2(room.left() + MARGINS[0], room.top());
    let other = pos2(room.right(), room.bottom() - MARGINS[1]);
    let drawing = Drawing {
        run,
        chart: Rect::from_min_max(corner, other).round_to_pixels(ui.pixels_per_point()),
        height: height(other.y - corner.y, blocks.rows),
        painter: &ui.painter_at(room),
        ink: ui.visuals().text_color(),
        options,
    };
    drawing.draw(blocks);
    let pointed = response.hover_pos().and_then(|index| {
        let all = blocks.all.iter().rev();
        all.copied()
            .find(|block| drawing.block_rect(block).contains(index))
    });
    let mut output = MatrixOutput::default();
    if let Some(block) = pointed {
        output.clicked = response.clicked().then_some(block.job as usize);
        response.on_hover_ui_at_pointer(|ui| explain(ui, run, block, at));
    }
    output
}

/// Returns the height of a row, so that all are in sight if possible.
fn height(room: f32, rows: usize) -> f32 {
    ((room - GAP) / (rows + 1) as f32).clamp(HEIGHTS[0], HEIGHTS[1])
}

/// One frame of a matrix.
struct Drawing<'a> {
    run: &'a Run,
    chart: Rect,
    height: f32,
    painter: &'a Painter,
    ink: Color32,
    options: MatrixOptions,
}

impl Drawing<'_> {
    fn draw(&self, blocks: &MatrixBlocks) {
        let fitting = ((self.chart.height() - GAP) / self.height).floor() as usize;
        let shown = blocks.rows.min(fitting.saturating_sub(1));
        for row in 0..=shown {
            self.name_row(row);
        }
        for block in blocks.all.iter().filter(|block| block.row <= shown) {
            self.block(block);
        }
        if shown < blocks.rows {
            let hidden = blocks.rows - shown;
            let words = format::counted(hidden, "more row");
            self.write(self.chart.left_bottom(), Align2::LEFT_TOP, words);
        } else {
            self.columns(shown);
        }
    }

    /// Returns the rectangle of a row.
    fn row(&self, row: usize) -> Rect {
        let gap = if row > 0 { GAP } else { 0.0 };
        let top = self.chart.top() + gap + row as f32 * self.height;
        Rect::from_min_max(
            pos2(self.chart.left(), top),
            pos2(self.chart.right(), top + self.height),
        )
    }

    fn name_row(&self, row: usize) {
        let rect = self.row(row);
        self.painter.rect_filled(
            rect.shrink2(vec2(0.0, 0.5)),
            0.0,
            colour::ground(self.options.dark),
        );
        let words = match row {
            0 => "now".to_owned(),
            row if self.height >= 10.0 || row.is_multiple_of(5) => row.to_string(),
            _ => return,
        };
        let left = pos2(rect.left() - 4.0, rect.center().y);
        self.write(left, Align2::RIGHT_CENTER, words);
    }

    fn write(&self, position: egui::Pos2, align: Align2, words: String) {
        let font = FontId::proportional(11.0);
        self.painter.text(position, align, words, font, self.ink);
    }

    /// Draws node numbers below the last row.
    fn columns(&self, rows: usize) {
        let nodes = self.run.experiment.nodes;
        let most = (self.chart.width() / 60.0).max(1.0) as usize;
        let bottom = self.row(rows).bottom() + 2.0;
        for tick in ticks::whole(0.0, f64::from(nodes) - 1.0, most) {
            let position = pos2(self.x(tick.at + 0.5), bottom);
            self.write(position, Align2::CENTER_TOP, tick.label);
        }
    }

    fn x(&self, node: f64) -> f32 {
        let share = node / f64::from(self.run.experiment.nodes.max(1));
        self.chart.left() + share as f32 * self.chart.width()
    }

    fn block_rect(&self, block: &Block) -> Rect {
        let row = self.row(block.row);
        let (from, until) = (f64::from(block.first), f64::from(block.first + block.nodes));
        let across = self.x(from)..=self.x(until);
        Rect::from_x_y_ranges(across, row.top() + 0.5..=row.bottom() - 0.5)
    }

    /// Draws a block: waiting jobs are pale; fillers have a frame, and half the height among the
    /// running jobs, which may have the same nodes.
    fn block(&self, block: &Block) {
        let mut rect = self.block_rect(block);
        if block.row == 0 && block.state == State::Fills {
            rect.min.y = rect.center().y;
        }
        let full = colour::of_grain(block.class);
        let ground = colour::ground(self.options.dark);
        let fill = match block.state {
            State::Waits => colour::pale(full, ground),
            State::Runs | State::Fills => full,
        };
        self.painter.rect_filled(rect, 1.0, fill);
        let line = match block.state {
            State::Fills => Stroke::new(1.5, colour::text_on(ground)),
            State::Runs | State::Waits => Stroke::new(1.0, ground),
        };
        if rect.width() > 3.0 {
            self.painter
                .rect_stroke(rect, 1.0, line, StrokeKind::Inside);
        }
        if self.options.selected == Some(block.job as usize) {
            let line = Stroke::new(2.0, colour::text_on(ground));
            self.painter
                .rect_stroke(rect, 1.0, line, StrokeKind::Outside);
        }
        let words = number(self.run, block.job as usize).to_string();
        let wide = rect.width() > 7.0 * words.len() as f32 + 4.0;
        if wide && rect.height() >= 11.0 {
            let font = FontId::proportional(11.0);
            let ink = colour::text_on(fill);
            self.painter
                .text(rect.center(), Align2::CENTER_CENTER, words, font, ink);
        }
    }
}

/// Shows the tooltip of a block.
fn explain(ui: &mut Ui, run: &Run, block: Block, at: Time) {
    let job = block.job as usize;
    let spec = run.experiment.jobs[job];
    ui.label(strong(format!(
        "Job {} at {}",
        number(run, job),
        run.instant(at)
    )));
    let does = match block.state {
        State::Runs => "runs in this quantum",
        State::Fills => "fills gaps in this quantum",
        State::Waits => "waits for its turn",
    };
    ui.label(does);
    ui.label(format!("treated as of {} grain", block.class.name()));
    ui.label(format!("{} nodes", spec.nodes));
    if block.row > 0 {
        ui.label(format!("row {} of the matrix", block.row));
    }
}
