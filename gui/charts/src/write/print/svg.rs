//! A sheet as SVG, whose size is in millimetres.

use std::fmt::Write as _;

use super::POINTS;
use super::sheet::{Anchor, Colour, Piece, Sheet};
use crate::write::svg::escaped;

/// Returns the file.
pub(super) fn write(sheet: &Sheet) -> String {
    let [width, height] = sheet.size;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{:.2}mm\" height=\"{:.2}mm\" \
         viewBox=\"0 0 {width:.3} {height:.3}\" font-family=\"Noto Sans, Helvetica, Arial, sans-serif\" font-size=\"{}\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n",
        width / POINTS,
        height / POINTS,
        sheet.font,
    );
    for piece in &sheet.pieces {
        text += &element(piece);
        text.push('\n');
    }
    text + "</svg>\n"
}

fn element(piece: &Piece) -> String {
    match piece {
        Piece::Line {
            points,
            colour,
            width,
            dashes,
        } => {
            let mut places = String::new();
            for [x, y] in points {
                // Writing to a string cannot fail.
                let _ = write!(places, "{x:.2},{y:.2} ");
            }
            let dashes = match dashes {
                [] => String::new(),
                dashes => {
                    let lengths: Vec<_> = dashes.iter().map(ToString::to_string).collect();
                    format!(" stroke-dasharray=\"{}\"", lengths.join(" "))
                }
            };
            format!(
                "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{width}\"{dashes}/>",
                places.trim_end(),
                hex(*colour)
            )
        }
        Piece::Box {
            corners: [[left, top], [right, bottom]],
            fill,
            outline,
        } => {
            let outline = if *outline {
                " stroke=\"#000000\" stroke-width=\"0.3\""
            } else {
                ""
            };
            format!(
                "<rect x=\"{left:.2}\" y=\"{top:.2}\" width=\"{:.2}\" height=\"{:.2}\" fill=\"{}\"{outline}/>",
                right - left,
                bottom - top,
                hex(*fill)
            )
        }
        Piece::Words {
            at: [x, y],
            anchor,
            up,
            text,
            colour,
        } => {
            let anchor = match anchor {
                Anchor::Start => "start",
                Anchor::Middle => "middle",
                Anchor::End => "end",
            };
            let turn = if *up { " rotate(-90)" } else { "" };
            format!(
                "<text transform=\"translate({x:.2} {y:.2}){turn}\" text-anchor=\"{anchor}\" fill=\"{}\">{}</text>",
                hex(*colour),
                escaped(text)
            )
        }
    }
}

fn hex([red, green, blue]: Colour) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}
