//! Figures for print: on white, sized in millimetres, as SVG, PNG and PDF.

mod curves;
mod legend;
mod schedule;
mod sheet;
#[cfg(test)]
mod tests;

use crate::picture::Picture;
use crate::picture::svg::POINTS;
use crate::picture::{pdf, png, svg};
use crate::plot::figure::Figure;
use crate::write::schedule::Schedule;
use laboratory::base::problem::Problem;
use sheet::Sheet;

/// Sizes of a figure and of its letters.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Print {
    /// Width and height in millimetres.
    pub size: [f64; 2],
    /// Size of letters in points.
    pub font: f64,
}

impl Print {
    fn sheet(&self) -> Sheet {
        Sheet::new(self.size.map(|side| side * POINTS), self.font)
    }
}

/// Format of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Vectors for the web and for drawing programs.
    Svg,
    /// Pixels, 300 to the inch.
    Png,
    /// Vectors for LaTeX.
    Pdf,
}

/// A drawing ready to be written.
#[derive(Debug)]
pub struct Drawing(Picture);

impl Drawing {
    /// Draws curves: each in the colour it has on a light screen, and with dashes of its own, so
    /// that they differ in grey as well.
    ///
    /// # Errors
    /// There is no room for the plot.
    pub fn of_figure(figure: &Figure, print: Print) -> Result<Self, Problem> {
        curves::draw(figure, print.sheet()).map(|sheet| Self(sheet.picture))
    }

    /// Draws a schedule under its title and legend; each job has an outline, and its number where
    /// there is room.
    ///
    /// # Errors
    /// There is no room for the plot.
    pub fn of_schedule(schedule: &Schedule<'_>, print: Print) -> Result<Self, Problem> {
        schedule::draw(schedule, print.sheet()).map(|sheet| Self(sheet.picture))
    }

    /// Returns the bytes of the file.
    ///
    /// # Errors
    /// The picture is too large, or its font cannot be embedded.
    pub fn bytes(&self, format: Format) -> Result<Vec<u8>, Problem> {
        match format {
            Format::Svg => Ok(svg::write(&self.0).into_bytes()),
            Format::Pdf => pdf::write(&self.0),
            Format::Png => png::write(&self.0),
        }
    }
}
