//! Plots and charts as PNG files, drawn by the code that draws them in the window.

use egui::{Align, Frame, Id, Layout, Sense, Theme, Ui, vec2};

use crate::colour;
use crate::gantt::{GanttCache, GanttIndex, GanttView, Options, show};
use crate::graph::{Graph, GraphView};
use crate::look::strong;
use crate::memory;
use crate::memory::{MemoryCache, MemoryOptions};
use crate::plot::figure::Figure;
use crate::raster::{headless, png};
use crate::time::notes;
use crate::write::schedule::Schedule;
use crate::{multiples, plot};
use laboratory::base::problem::Problem;
use laboratory::record::Run;
use papers::Page;

/// Frames after which sizes and bounds have settled.
const FRAMES: usize = 4;
/// Share of a picture of memory that the map has above the residents of a node.
const MAP: f32 = 0.6;
/// Height of the line of the legend.
const LEGEND: f32 = 18.0;
/// Most pixels on a side; larger pictures are requested by mistake.
const LARGEST: u32 = 16_384;

/// Returns `figure` on `size` pixels.
pub fn figure(figure: &Figure, size: [u32; 2], dark: bool) -> Result<Vec<u8>, Problem> {
    draw(size, dark, |ui| {
        ui.vertical_centered(|ui| ui.label(strong(figure.title.as_str())));
        plot::show(ui, figure, Id::unique("picture"));
    })
}

/// Returns `schedule` under its title, with its legend, on `size` pixels.
pub fn gantt(schedule: &Schedule<'_>, size: [u32; 2], dark: bool) -> Result<Vec<u8>, Problem> {
    let (title, run) = (schedule.title, schedule.run);
    let index = GanttIndex::new(run);
    let (mut view, mut cache) = (schedule.view(), GanttCache::default());
    let options = Options {
        shading: schedule.shading(dark),
        ..Options::default()
    };
    let key = schedule.key(dark, true);
    draw(size, dark, |ui| {
        ui.vertical_centered(|ui| ui.label(strong(title)));
        let line = vec2(ui.available_width(), LEGEND);
        let (room, _) = ui.allocate_exact_size(line, Sense::hover());
        colour::legend(ui, room, key.heading, &key.entries, |_| false);
        let drawn = show(ui, title, run, &index, &mut view, &mut cache, &options);
        if let Some(chart) = drawn.chart {
            notes::show(ui.painter(), chart, &view, schedule.notes, dark);
        }
    })
}

/// Returns all of `graph`, laid out as in `view`, on `size` pixels.
pub fn graph(
    title: &str,
    view: &GraphView,
    graph: &Graph<'_>,
    size: [u32; 2],
    dark: bool,
) -> Result<Vec<u8>, Problem> {
    let mut view = view.clone();
    view.fit_all();
    draw(size, dark, |ui| {
        ui.vertical_centered(|ui| ui.label(strong(title)));
        view.show(ui, title, graph, |_, _| {});
    })
}

/// Returns the memory of all nodes of `run` on `size` pixels; with `node`, its residents below.
pub fn memory(
    run: &Run,
    node: Option<u32>,
    size: [u32; 2],
    dark: bool,
) -> Result<Vec<u8>, Problem> {
    if run.memory().is_none() {
        let sentence = format!("{} has no node memory to draw", run.label);
        return Err(Problem::input(sentence));
    }
    let (mut view, mut cache) = (GanttView::fit(&[run]), MemoryCache::default());
    let options = MemoryOptions {
        dark,
        selected_node: node,
        ..MemoryOptions::default()
    };
    draw(size, dark, |ui| {
        let [width, height] = ui.available_size().into();
        let map = node.map_or(height, |_| height * MAP);
        let layout = Layout::top_down(Align::Min);
        ui.allocate_ui_with_layout(vec2(width, map), layout, |ui| {
            memory::show(ui, &run.label, run, &mut view, &mut cache, &options);
        });
        if let Some(node) = node {
            memory::stack(ui, run, node, &mut view, None, dark);
        }
    })
}

/// Returns `page` of small charts on `size` pixels; charts with values far apart are logarithmic if
/// `log`.
pub fn multiples(page: &Page, log: bool, size: [u32; 2], dark: bool) -> Result<Vec<u8>, Problem> {
    draw(size, dark, |ui| {
        let room = ui.available_size();
        multiples::show(ui, page, room, log);
    })
}

fn draw(size: [u32; 2], dark: bool, mut content: impl FnMut(&mut Ui)) -> Result<Vec<u8>, Problem> {
    if size.iter().any(|side| !(1..=LARGEST).contains(side)) {
        let [width, height] = size;
        let sentence =
            format!("a picture of {width} by {height} pixels; each side may be 1 to {LARGEST}");
        return Err(Problem::input(sentence));
    }
    let theme = if dark { Theme::Dark } else { Theme::Light };
    let image = headless::picture(size, 1.0, theme, FRAMES, |ui| {
        Frame::central_panel(ui.style()).show(ui, |ui| content(ui));
    });
    png::encode(&image)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plot::figure::Curve;
    use crate::sample;

    fn size(file: &[u8]) -> (u32, u32) {
        let reader = ::png::Decoder::new(std::io::Cursor::new(file))
            .read_info()
            .unwrap();
        (reader.info().width, reader.info().height)
    }

    #[test]
    fn pictures_have_the_requested_size() {
        let run = sample::ten_jobs();
        let plot = Figure::utilisation(&[Curve {
            run: &run,
            label: "a",
            slot: 0,
        }]);
        assert_eq!(size(&figure(&plot, [200, 120], true).unwrap()), (200, 120));
        assert_eq!(
            size(&gantt(&sample::schedule(&run), [150, 90], false).unwrap()),
            (150, 90)
        );
        let page = multiples(&sample::page(), true, [140, 80], true).unwrap();
        assert_eq!(size(&page), (140, 80));
    }

    #[test]
    fn even_an_empty_graph_has_the_requested_size() {
        let (view, none) = (GraphView::new(&[]), Graph::default());
        assert_eq!(
            size(&super::graph("", &view, &none, [120, 80], true).unwrap()),
            (120, 80)
        );
        assert!(super::graph("", &view, &none, [0, 80], true).is_err());
    }

    #[test]
    fn memory_is_drawn_where_there_is_any() {
        let (with, without) = (sample::displacing(), sample::ten_jobs());
        for node in [None, Some(0), Some(99)] {
            let file = memory(&with, node, [160, 120], true).unwrap();
            assert_eq!(size(&file), (160, 120));
        }
        let problem = memory(&without, None, [160, 120], true).unwrap_err();
        assert!(
            problem.to_string().contains("EASY has no node memory"),
            "{problem}"
        );
    }

    #[test]
    fn an_empty_or_too_large_picture_is_refused() {
        let run = sample::ten_jobs();
        let schedule = sample::schedule(&run);
        assert!(gantt(&schedule, [0, 90], false).is_err());
        assert!(gantt(&schedule, [90, 100_000], false).is_err());
    }
}
