//! A page of small charts as vectors.

use egui::{Color32, Rect};

use super::page::Page as File;
use crate::colour::run_colour;
use crate::multiples::{Bar, Chart, Layout, TextLine, faint, ink};
use papers::Page;

/// Returns `page` as an SVG file of `size` pixels; charts with values far apart are logarithmic if
/// `log`.
pub fn multiples(page: &Page, log: bool, size: [u32; 2], dark: bool) -> String {
    // Margins are the layout's own.
    let mut file = File::new(size, dark, [0.0; 4]);
    let layout = Layout::new(page, file.plot, log);
    for words in &layout.words {
        write(&mut file, words, dark);
    }
    for (index, (sample, words)) in layout.keys.iter().enumerate() {
        let colour = run_colour(index, dark);
        rect(&mut file, *sample, colour, "");
        write(&mut file, words, dark);
    }
    for chart in &layout.charts {
        draw(&mut file, chart, dark);
    }
    file.finish()
}

fn write(file: &mut File, words: &TextLine, dark: bool) {
    let weight = if words.strong { "bold" } else { "normal" };
    let look = format!(" font-size=\"{}\" font-weight=\"{weight}\"", words.size);
    // From the middle of letters to their baseline.
    let at = [words.at.x, words.at.y + 0.35 * words.size].map(f64::from);
    let ink = ink(words.strong, dark);
    file.file.text(at, words.anchor, &look, ink, &words.text);
}

fn draw(file: &mut File, chart: &Chart, dark: bool) {
    file.add(format_args!("<g class=\"chart\">"));
    let [left, right] = [chart.frame.left(), chart.frame.right()];
    for y in &chart.lines {
        let colour = if *y == chart.base {
            ink(false, dark)
        } else {
            faint(dark)
        };
        line(file, [left, *y], [right, *y], colour);
    }
    for bar in &chart.bars {
        let colour = run_colour(bar.group, dark);
        let words = format!("{}: {} {}", chart.name, bar.name, bar.value);
        rect(file, bar.rect, colour, &words);
        interval(file, bar, ink(true, dark));
    }
    for words in &chart.words {
        write(file, words, dark);
    }
    file.add(format_args!("</g>"));
}

fn interval(file: &mut File, bar: &Bar, colour: Color32) {
    let Some([top, bottom]) = bar.interval else {
        return;
    };
    let (middle, half) = (bar.rect.center().x, bar.rect.width() / 6.0);
    line(file, [middle, top], [middle, bottom], colour);
    for end in [top, bottom] {
        line(file, [middle - half, end], [middle + half, end], colour);
    }
}

fn line(file: &mut File, from: [f32; 2], to: [f32; 2], colour: Color32) {
    file.line(from.map(f64::from), to.map(f64::from), colour);
}

/// Draws a filled rectangle with `words` as its tooltip.
fn rect(file: &mut File, rect: Rect, colour: Color32, words: &str) {
    let sides = [rect.left(), rect.top(), rect.width(), rect.height()];
    let sides = (sides.map(f64::from), 1);
    file.file.titled_rect(sides, colour, "", words);
}
