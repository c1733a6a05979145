//! Plots and charts as vectors, on a ground of their own.

mod graph;
mod legend;
mod page;
mod schedule;

pub use self::graph::graph;
use self::legend::Legend;
use self::page::Page;
pub use self::schedule::gantt;
use crate::picture::{Anchor, letters::width};
use crate::plot::figure::{Axis, Figure, Mark, Series};
use crate::plot::series::Point;
use crate::plot::{stairs, title_across, visible_points};

/// Returns `figure` as an SVG file of `size` pixels.
pub fn figure(figure: &Figure, size: [u32; 2], dark: bool) -> String {
    let legend = Legend::of(&figure.series, size[0], dark);
    // Notes stand on the right of the last points, perhaps in a wider font than ours.
    let room = |words: &str| 1.2 * width(words, 12.0) + 12.0;
    let notes = figure.notes.iter().map(|note| room(&note.words));
    let right = notes.fold(16.0, f64::max).min(f64::from(size[0]) / 3.0) as f32;
    let mut page = Page::new(size, dark, [64.0, 34.0 + legend.height(), right, 46.0]);
    let plot = page.plot;
    let [x, y] = figure.extent();
    let position = |[a, b]: Point| {
        let across = share(&figure.x, x, a) * f64::from(plot.width());
        let up = share(&figure.y, y, b) * f64::from(plot.height());
        [
            f64::from(plot.left()) + across,
            f64::from(plot.bottom()) - up,
        ]
    };
    page.heading(&figure.title);
    let most = (plot.width() / 90.0) as usize;
    let ticks = figure.x.ticks_across(x, most, plot.width());
    page.ticks_across(&ticks, |at| position([at, y[0]])[0], true);
    let ticks = figure.y.ticks(y[0], y[1], (plot.height() / 40.0) as usize);
    page.ticks_down(&ticks, |at| position([x[0], at])[1], true);
    let columns = page.plot.width().max(1.0) as usize;
    page.labels(&title_across(figure, columns), &figure.y.title());
    for band in &figure.bands {
        let lower = band.points.iter().map(|&[x, low, _]| position([x, low]));
        let upper = band
            .points
            .iter()
            .rev()
            .map(|&[x, _, high]| position([x, high]));
        page.band(band.slot, &lower.chain(upper).collect::<Vec<_>>());
    }
    for curve in &figure.series {
        let points = match curve.mark {
            Mark::Step | Mark::Dashes => stairs(&visible(curve, &figure.x, plot.width())),
            Mark::Dots | Mark::Line | Mark::Path | Mark::Points | Mark::Rings => {
                curve.points.clone()
            }
            Mark::Bars(width) => {
                let corner = |[x, up]: Point, side: f64| position([x + side * width, up]);
                for &[x, up] in &curve.points {
                    page.bar(curve, corner([x, up], -0.5), corner([x, 0.0], 0.5));
                }
                continue;
            }
        };
        page.curve(curve, points.into_iter().map(position).collect());
    }
    for note in &figure.notes {
        let [x, y] = position(note.at);
        page.text([x + 8.0, y + 4.0], Anchor::Start, &note.words);
    }
    page.legend(&legend);
    page.finish()
}

/// Returns the height of `value` on an axis, 0 to 1.
pub(super) fn share(axis: &Axis, [low, high]: [f64; 2], value: f64) -> f64 {
    let (low, high) = (axis.even(low), axis.even(high));
    ((axis.even(value) - low) / (high - low)).clamp(0.0, 1.0)
}

/// Returns as many points as can be told apart, thinned where they will be drawn.
pub(super) fn visible(curve: &Series, axis: &Axis, width: f32) -> Vec<Point> {
    let even: Vec<Point> = curve
        .points
        .iter()
        .map(|[x, y]| [axis.even(*x), *y])
        .collect();
    let thinned = visible_points(&even, axis, width.max(1.0) as usize);
    thinned
        .into_iter()
        .map(|[x, y]| [axis.value(x), y])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::schedule::MOST_BARS;
    use super::*;
    use crate::colour::critical;
    use crate::graph::{Graph, GraphView, State, Vertex};
    use crate::multiples::Look;
    use crate::picture::svg::hex;
    use crate::plot::figure::Curve;
    use crate::sample;
    use crate::time::notes::Note;
    use crate::write::schedule::Schedule;
    use crate::write::study;

    /// Whether every tag of `text` is closed in turn and every `&` begins an entity.
    fn is_well_formed(text: &str) -> bool {
        let mut open = Vec::new();
        for part in text.split('<').skip(1) {
            let Some((tag, _)) = part.split_once('>') else {
                return false;
            };
            let name = tag
                .split([' ', '/'])
                .find(|word| !word.is_empty())
                .unwrap_or("");
            if tag.starts_with('/') {
                if open.pop() != Some(name) {
                    return false;
                }
            } else if !tag.ends_with('/') {
                open.push(name);
            }
            if tag.matches('"').count() % 2 == 1 {
                return false;
            }
        }
        let entity = |rest: &str| {
            ["amp;", "lt;", "gt;", "quot;"]
                .iter()
                .any(|end| rest.starts_with(end))
        };
        open.is_empty() && text.split('&').skip(1).all(entity)
    }

    #[test]
    fn is_well_formed_finds_faults() {
        assert!(is_well_formed("<a b=\"1\"><c/>x &amp; y</a>"));
        for broken in ["<a>", "<a></b>", "<a b=\"1></a>", "<a>x & y</a>"] {
            assert!(!is_well_formed(broken), "{broken}");
        }
    }

    #[test]
    fn figures_are_well_formed_whatever_the_label() {
        let run = sample::ten_jobs();
        let curves = [Curve {
            run: &run,
            label: "</text> & \"<b>\u{8}",
            slot: 3,
        }];
        for plot in [
            Figure::utilisation(&curves),
            Figure::wait_distribution(&curves),
            Figure::slowdown_by_size(&curves),
            Figure::queue_length(&[]),
            Figure::overhead(&curves),
            Figure::class_mix(&run),
            Figure::response_by_class(&curves),
            Figure::response_by_class(&[]),
        ] {
            for size in [[640, 400], [1, 1]] {
                let text = figure(&plot, size, false);
                assert!(is_well_formed(&text), "{text}");
                assert!(!text.contains("NaN") && !text.contains("inf\""), "{text}");
            }
        }
    }

    #[test]
    fn a_step_is_where_the_axis_says() {
        let run = sample::run(4, &[(0, 0, 100, 0, 4)]);
        let plot = Figure::utilisation(&[Curve {
            run: &run,
            label: "a",
            slot: 0,
        }]);
        let text = figure(&plot, [680, 480], false);
        // The plot is from 64 to 664 and, below the legend, from 50 to 434: full until the end,
        // then none.
        assert!(
            text.contains("d=\"M64.0 50.0L664.0 50.0L664.0 434.0\""),
            "{text}"
        );
    }

    #[test]
    fn bars_stand_on_the_axis() {
        let text = figure(&Figure::class_mix(&sample::displacing()), [680, 480], false);
        // Three classes on 600 points, 384 for a share of one; of a class four tenths are
        // those of jobs, four those of work. Half of the jobs are short, none medium.
        for bar in [
            "x=\"84.0\" y=\"242.0\" width=\"80.0\" height=\"192.0\"",
            "x=\"284.0\" y=\"434.0\" width=\"80.0\" height=\"0.0\"",
            "x=\"484.0\" y=\"242.0\" width=\"80.0\" height=\"192.0\"",
        ] {
            assert!(text.contains(bar), "{bar} in {text}");
        }
        assert!(text.contains(">medium</text>"), "{text}");
    }

    #[test]
    fn a_page_has_a_group_for_each_chart() {
        for size in [[700, 500], [1, 1]] {
            let text = study::svg(&sample::page(), Look::default(), size, false);
            assert!(is_well_formed(&text), "{text}");
            assert!(!text.contains("NaN"), "{text}");
            assert_eq!(text.matches("<g class=\"chart\">").count(), 4);
            // Every value but one that is missing and one that is not a number.
            assert_eq!(text.matches("a &amp; b: ").count(), 6);
        }
    }

    #[test]
    fn few_jobs_are_rectangles() {
        let run = sample::ten_jobs();
        let text = gantt(&sample::schedule(&run), [680, 480], true).unwrap();
        assert!(is_well_formed(&text), "{text}");
        assert_eq!(text.matches("<title>job ").count(), 10);
    }

    #[test]
    fn a_span_of_a_schedule_has_the_jobs_in_it() {
        let run = sample::ten_jobs();
        let inside = |[from, until]: [f64; 2]| {
            let segments = run.segments.iter();
            segments
                .filter(|one| one.until.seconds() > from && one.from.seconds() < until)
                .count()
        };
        let span = [0.0, 40.0];
        assert!(inside(span) < 10);
        let text = {
            let within = Schedule {
                span: Some(span),
                ..sample::schedule(&run)
            };
            gantt(&within, [680, 480], true).unwrap()
        };
        assert_eq!(text.matches("<title>job ").count(), inside(span));
    }

    #[test]
    fn notes_go_through_the_schedule() {
        let run = sample::ten_jobs();
        let note = |from, until, text: &str| Note {
            span: [from, until].map(cosched_core::Time::from_seconds),
            text: text.to_owned(),
        };
        let without = gantt(&sample::schedule(&run), [680, 480], false).unwrap();
        let notes = [
            note(1, 1, "an instant & more"),
            note(1, 2, "a span"),
            note(900_000, 900_001, "out of sight"),
        ];
        let noted = Schedule {
            notes: &notes,
            ..sample::schedule(&run)
        };
        let text = gantt(&noted, [680, 480], false).unwrap();
        assert!(is_well_formed(&text), "{text}");
        for (words, times) in [
            (">an instant &amp; more<", 1),
            (">a span<", 1),
            ("out of sight", 0),
        ] {
            assert_eq!(text.matches(words).count(), times, "{words}");
        }
        let lines = |text: &str| text.matches("<line").count();
        assert_eq!(lines(&text), lines(&without) + 4);
    }

    #[test]
    fn many_jobs_are_a_picture() {
        let run = sample::random(1, 64, MOST_BARS + 1);
        let text = gantt(&sample::schedule(&run), [340, 180], false).unwrap();
        assert!(is_well_formed(&text));
        assert!(
            text.contains("href=\"data:image/png;base64,iVBORw0KGgo"),
            "how a PNG begins"
        );
        assert_eq!(text.matches("<title>").count(), 0);
    }

    fn workflow() -> (GraphView, [Vertex<'static>; 4]) {
        let vertex = |label, value, state| Vertex {
            label,
            threads: 8,
            value,
            state,
        };
        let vertices = [
            vertex("a & b", 3.6, State::Done),
            vertex("sequencing", 10.5, State::Running(0.5)),
            vertex("c", 7.0, State::Ready),
            vertex("d", 4.0, State::NotReady),
        ];
        (
            GraphView::new(&[vec![], vec![0], vec![0], vec![0, 1, 2]]),
            vertices,
        )
    }

    #[test]
    fn a_graph_has_a_box_for_each_vertex_and_a_line_for_each_edge() {
        let (view, vertices) = workflow();
        let shown = Graph {
            vertices: &vertices,
            critical: &[true, true, false, true],
            unit: "GB/s",
            selected: None,
        };
        let text = graph("A <workflow>", &view, &shown, [640, 400], true);
        assert!(is_well_formed(&text), "{text}");
        assert_eq!(text.matches("<path").count(), 5);
        assert_eq!(text.matches("<polygon").count(), 5);
        // Ground; four bands, four states, the bar of the one running in two parts, and the
        // path in the legend; four boxes, one of them with a bar.
        assert_eq!(text.matches("<rect").count(), 1 + (4 + 4 + 2 + 1) + (4 + 2));
        // The edge past the path's second vertex is not on the path.
        let strong = hex(critical(true));
        let edges = text.lines().filter(|line| line.starts_with("<path"));
        assert_eq!(edges.filter(|line| line.contains(&strong)).count(), 2);
        assert!(
            text.contains(">a &amp; b</text>") && text.contains(">sequenc…</text>"),
            "{text}"
        );
        let empty = graph("", &GraphView::new(&[]), &Graph::default(), [1, 1], false);
        assert!(is_well_formed(&empty) && !empty.contains("NaN"), "{empty}");
    }
}
