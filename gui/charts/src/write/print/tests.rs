//! Tests of figures for print, by the specifications of such files.

use super::{Drawing, Format, Print};
use crate::colour::run_colour;
use crate::picture::letters;
use crate::plot::figure::{Curve, Figure};
use crate::sample;
use crate::time::notes::Note;
use crate::write::schedule::Schedule;
use laboratory::record::colour::colours_of;
use laboratory::scenario::PolicyName;

const COLUMN: Print = Print {
    size: [85.0, 60.0],
    font: 8.0,
};

fn drawing(print: Print) -> Drawing {
    let run = sample::ten_jobs();
    let curve = |label, slot| Curve {
        run: &run,
        label,
        slot,
    };
    let figure = Figure::wait_distribution(&[curve("EASY & <co> (1)", 0), curve("FCFS", 1)]);
    Drawing::of_figure(&figure, print).unwrap()
}

#[test]
fn letters_are_as_wide_as_the_font_says() {
    // W 1905, a 1149, i 528, t 739, of 2048: its table hmtx, read by another program.
    let width = letters::width("Wait", 10.0);
    assert!((width - 43_210.0 / 2048.0).abs() < 1e-9, "{width}");
    // A letter that the font lacks is a question mark, 889.
    assert_eq!(letters::width("\u{4e2d}\n", 2048.0), 889.0);
}

#[test]
fn svg_has_millimetres_titles_and_dashes() {
    let bytes = drawing(COLUMN).bytes(Format::Svg).unwrap();
    let text = String::from_utf8(bytes).unwrap();
    let document = roxmltree::Document::parse(&text).unwrap();
    let root = document.root_element();
    assert_eq!(
        (root.attribute("width"), root.attribute("height")),
        (Some("85.00mm"), Some("60.00mm"))
    );
    assert_eq!(root.attribute("font-size"), Some("8"));
    let words: Vec<_> = document
        .descendants()
        .filter_map(|node| node.text())
        .collect();
    for title in ["EASY & <co> (1)", "FCFS", "share of jobs"] {
        assert!(words.contains(&title), "{words:?}");
    }
    assert!(
        words
            .iter()
            .any(|words| words.starts_with("wait (under 1 s")),
        "{words:?}"
    );
    // The second curve and its sample, so that they differ in grey.
    assert_eq!(text.matches("stroke-dasharray").count(), 2);
}

#[test]
fn png_says_how_large_it_is_on_paper() {
    let bytes = drawing(COLUMN).bytes(Format::Png).unwrap();
    let reader = ::png::Decoder::new(std::io::Cursor::new(bytes))
        .read_info()
        .unwrap();
    let info = reader.info();
    // 85 mm and 60 mm at 300 pixels to 25.4 mm.
    assert_eq!((info.width, info.height), (1004, 709));
    assert_eq!(info.pixel_dims.map(|dims| dims.xppu), Some(11_811));
}

/// Returns the bytes of a PDF, each as a letter.
fn pdf(drawing: &Drawing) -> String {
    let bytes = drawing.bytes(Format::Pdf).unwrap();
    bytes.iter().map(|byte| char::from(*byte)).collect()
}

/// As a reader of PDF begins: the table of offsets, each of which is that of an object.
#[test]
fn pdf_has_its_objects_where_its_table_says() {
    let text = pdf(&drawing(COLUMN));
    let letters: Vec<char> = text.chars().collect();
    let from = |index: usize| letters[index..].iter().collect::<String>();
    let start = text.rsplit("startxref\n").next().unwrap();
    let table = from(start.lines().next().unwrap().parse().unwrap());
    assert!(table.starts_with("xref\n0 10\n"));
    for (number, line) in table.lines().skip(3).take(9).enumerate() {
        let object = from(line[..10].parse().unwrap());
        assert!(object.starts_with(&format!("{} 0 obj", number + 1)));
    }
    // 85 mm are 85 × 72 / 25.4 points.
    assert!(text.contains("/MediaBox [0 0 240.945 170.079]"));
}

/// Returns the object of `file` to which `object` refers by `key`.
fn referred<'f>(file: &'f str, object: &str, key: &str) -> &'f str {
    let (_, number) = object.split_once(key).unwrap_or_else(|| panic!("no {key}"));
    let number = number.trim_start_matches([' ', '[']).split(' ').next();
    let start = format!("\n{} 0 obj\n", number.unwrap());
    let (_, found) = file.split_once(&start).unwrap();
    found.split("\nendobj").next().unwrap()
}

/// As publishers require; what `pdffonts` calls "emb yes".
#[test]
fn the_file_of_each_font_is_in_the_pdf() {
    let file = &pdf(&drawing(COLUMN));
    let fonts: Vec<&str> = file.split(" 0 obj\n").collect();
    let fonts = fonts
        .into_iter()
        .filter(|one| one.contains("/Type /Font\n"));
    let (whole, parts): (Vec<&str>, Vec<&str>) =
        fonts.partition(|font| font.contains("/Subtype /Type0"));
    assert_eq!((whole.len(), parts.len()), (1, 1));
    for font in whole {
        let glyphs = referred(file, font, "/DescendantFonts");
        assert!(glyphs.contains("/Subtype /CIDFontType2"), "{glyphs}");
        let descriptor = referred(file, glyphs, "/FontDescriptor");
        let embedded = referred(file, descriptor, "/FontFile2");
        let (_, embedded) = embedded.split_once("stream\n").unwrap();
        // As a TrueType font begins, with the outlines of its glyphs; 203 084 bytes are the whole.
        assert!(embedded.starts_with("\0\u{1}\0\0") && embedded.contains("glyf"));
        assert!(embedded.chars().count() < 20_000);
        // By which readers search: two digits and a letter of each kind.
        let table = referred(file, font, "/ToUnicode");
        for letter in "EASY&<co>(1)FCFSwait".chars() {
            let code = format!("<{:04X}>\n", u32::from(letter));
            assert_eq!(table.matches(&code).count(), 1, "{letter}: {table}");
        }
    }
}

#[test]
fn a_schedule_has_a_box_for_each_job() {
    let run = sample::ten_jobs();
    let schedule = sample::schedule(&run);
    let text = svg(&schedule);
    // And the paper itself; six steps of waits in the legend, and in two parts the killed jobs; the
    // mark of the killed job.
    assert_eq!(text.matches("<rect").count(), 11 + 6 + 2 + 1);
    let note = Note {
        span: [1, 2].map(cosched_core::Time::from_seconds),
        text: "busy".to_owned(),
    };
    let noted = svg(&Schedule {
        notes: &[note],
        ..schedule
    });
    assert_eq!(noted.matches("busy").count(), 1);
    let dashed = |text: &str| text.matches("stroke-dasharray").count();
    assert_eq!(dashed(&noted), dashed(&text) + 2);
}

#[test]
fn a_plot_without_room_is_refused() {
    let run = sample::ten_jobs();
    let print = Print {
        size: [20.0, 20.0],
        font: 40.0,
    };
    assert!(Drawing::of_schedule(&sample::schedule(&run), print).is_err());
}

fn svg(schedule: &Schedule<'_>) -> String {
    let drawing = Drawing::of_schedule(schedule, COLUMN).unwrap();
    String::from_utf8(drawing.bytes(Format::Svg).unwrap()).unwrap()
}

/// Returns all texts of a drawing.
fn words(text: &str) -> Vec<String> {
    let document = roxmltree::Document::parse(text).unwrap();
    let texts = document.descendants().filter(|node| node.is_text());
    let texts = texts.filter_map(|node| Some(node.text()?.trim().to_owned()));
    texts.filter(|text| !text.is_empty()).collect()
}

/// Checks the first things that a reader of a paper looks for.
#[test]
fn a_schedule_has_its_run_its_legend_and_its_days() {
    let run = sample::dated();
    let schedule = Schedule {
        title: "EASY, 4 nodes more",
        ..sample::schedule(&run)
    };
    let title = |words: &[String]| words.contains(&"EASY, 4 nodes more".to_owned());
    let on_paper = words(&svg(&schedule));
    let on_pixels = words(&crate::write::svg::gantt(&schedule, [900, 500], false).unwrap());
    for found in [on_paper, on_pixels] {
        assert!(title(&found), "{found:?}");
        // The longest of ten waits is 3 min 20.
        for name in ["Wait", "none", "≤ 10 s", "≤ 10 min", "more", "killed"] {
            assert!(found.iter().any(|words| words == name), "{name} {found:?}");
        }
        let days = "23 Sep 1996 (Europe/Stockholm)".to_owned();
        assert!(found.contains(&days), "{found:?}");
        assert!(
            found.iter().any(|words| words.starts_with("14:0")),
            "{found:?}"
        );
    }
    let file = pdf(&Drawing::of_schedule(&schedule, COLUMN).unwrap());
    // "Less or equal" as itself, and no question mark for any letter.
    assert!(file.contains("<2264>\n") && !file.contains("<003F>\n"));
}

#[test]
fn a_policy_has_the_colour_of_the_light_screen_on_paper() {
    let run = sample::ten_jobs();
    let slots = colours_of(PolicyName::PUBLISHED);
    let curves: Vec<Curve<'_>> = slots
        .iter()
        .map(|slot| Curve {
            run: &run,
            label: "a policy",
            slot: *slot,
        })
        .collect();
    // Alone, and beside all others.
    for shown in curves.chunks(1).chain([&curves[..]]) {
        let figure = Figure::queue_length(shown);
        let drawing = Drawing::of_figure(&figure, COLUMN).unwrap_or_else(|_| {
            let print = Print {
                size: [300.0, 300.0],
                ..COLUMN
            };
            Drawing::of_figure(&figure, print).unwrap()
        });
        let text = String::from_utf8(drawing.bytes(Format::Svg).unwrap()).unwrap();
        for curve in shown {
            let [red, green, blue, _] = run_colour(curve.slot, false).to_array();
            let colour = format!("stroke=\"#{red:02x}{green:02x}{blue:02x}\"");
            // The curve, and its sample.
            assert!(text.matches(&colour).count() >= 2, "{colour}");
        }
    }
}
