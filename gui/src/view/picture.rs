//! Plots and charts as PNG files, drawn by the code that draws them in the window.

use egui::{Frame, Id, Theme, Ui};

use super::colour::ColourBy;
use super::figure::Figure;
use super::gantt::{GanttCache, GanttIndex, GanttView, Options, show};
use super::plot;
use crate::problem::Problem;
use crate::raster::{headless, png};
use crate::record::Run;

/// Frames after which sizes and bounds have settled.
const FRAMES: usize = 4;
/// Most pixels on a side; larger pictures are asked for by mistake.
const LARGEST: u32 = 16_384;

/// `figure` on `size` pixels.
pub fn figure(figure: &Figure, size: [u32; 2], dark: bool) -> Result<Vec<u8>, Problem> {
    draw(size, dark, |ui| {
        ui.vertical_centered(|ui| ui.strong(figure.title.as_str()));
        plot::show(ui, figure, Id::unique("picture"), None);
    })
}

/// All of `run` on `size` pixels.
pub fn gantt(
    run: &Run,
    colour_by: ColourBy,
    size: [u32; 2],
    dark: bool,
) -> Result<Vec<u8>, Problem> {
    let index = GanttIndex::new(run);
    let (mut view, mut cache) = (GanttView::fit(&[run]), GanttCache::default());
    let options = Options {
        colour_by,
        dark,
        ..Options::default()
    };
    draw(size, dark, |ui| {
        show(ui, &run.label, run, &index, &mut view, &mut cache, &options);
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
    use crate::view::figure::Curve;
    use crate::view::sample;

    fn size(file: &[u8]) -> (u32, u32) {
        let reader = ::png::Decoder::new(std::io::Cursor::new(file))
            .read_info()
            .unwrap();
        (reader.info().width, reader.info().height)
    }

    #[test]
    fn pictures_have_the_size_asked_for() {
        let run = sample::ten_jobs();
        let plot = Figure::utilisation(&[Curve {
            run: &run,
            label: "a",
            slot: 0,
        }]);
        assert_eq!(size(&figure(&plot, [200, 120], true).unwrap()), (200, 120));
        assert_eq!(
            size(&gantt(&run, ColourBy::Job, [150, 90], false).unwrap()),
            (150, 90)
        );
    }

    #[test]
    fn a_picture_of_nothing_or_too_much_is_refused() {
        let run = sample::ten_jobs();
        assert!(gantt(&run, ColourBy::Job, [0, 90], false).is_err());
        assert!(gantt(&run, ColourBy::Job, [90, 100_000], false).is_err());
    }
}
