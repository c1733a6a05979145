//! The bars of a chart, drawn anew only where something has changed.

use std::sync::Arc;

use egui::{Color32, Rect, Shape, TextureHandle, TextureOptions, Ui, Vec2, pos2, vec2};

use super::cache::{CachedImage, ColoursKey, DrawnKey, GanttCache};
use super::frame::Frame;
use super::paint::moving::Moving;
use super::paint::{mesh, raster};
use super::{Colours, GanttView, Overview, tooltip};
use crate::colour::ColourBy;

/// Most bars that are drawn one by one; more are drawn as a picture.
const MOST_BARS: usize = 8_000;
/// Least height of rows in points that are drawn one by one.
const LEAST_ROW: f64 = 3.0;
/// Bars a pixel above which single jobs are noise.
const CROWD: f64 = 3.0;
/// Number of bars above which wide views are taken from an overview, and the picture of a narrower
/// one is not drawn anew while the view moves.
const MANY_BARS: usize = 100_000;
/// Time in seconds that a view has to rest before such a picture is drawn anew.
const REST: f64 = 0.08;

fn window(view: &GanttView) -> [f64; 4] {
    [view.t0, view.t1, view.row0, view.row1]
}

impl Frame<'_> {
    /// Returns everything that determines the picture now.
    fn key(&self, ui: &Ui, pixels: Vec2) -> DrawnKey {
        let baseline = self.options.against;
        let by_job = self.options.shading.by == ColourBy::Job && baseline.is_none();
        let [width, height] = [pixels.x, pixels.y].map(f64::from);
        DrawnKey {
            colours: ColoursKey {
                index: self.index.id(),
                shading: self.options.shading,
                baseline: baseline.map(|other| (other.digest, std::ptr::from_ref(other).addr())),
                occupancy: by_job && self.index.crowd(self.view, width, height) > CROWD,
            },
            window: window(self.view),
            chart: self.chart,
            pixels_per_point: ui.pixels_per_point(),
        }
    }

    /// Draws the bars; returns whether by occupancy.
    pub(super) fn draw(&self, ui: &Ui, cache: &mut GanttCache) -> bool {
        let pixels = self.chart.size() * ui.pixels_per_point();
        let key = self.key(ui, pixels);
        let colours = key.colours.clone();
        if !colours.occupancy {
            self.bands();
        }
        let rested = cache.rest_time(key.window, ui.input(|input| input.time));
        let many = self.index.len() > MANY_BARS;
        let from_overview =
            many && Overview::serves(self.index, self.view.seconds(), pixels.x as usize);
        if many && rested < REST {
            let rest = std::time::Duration::from_secs_f64(REST);
            ui.ctx().request_repaint_after(rest);
            if from_overview {
                self.moving(ui, cache, &colours, pixels);
                return colours.occupancy;
            }
            if let Some(window) = cache.picture_to_stretch(&key) {
                self.stretch(window, cache.texture.as_ref());
                return colours.occupancy;
            }
        }
        if cache.drawn.as_ref().is_none_or(|(kept, _)| *kept != key) {
            let GanttCache {
                colours: known,
                overviews,
                texture,
                ..
            } = cache;
            let known = self.cached_colours(known, &colours);
            let kept = &mut overviews[usize::from(colours.occupancy)];
            let overview = from_overview.then(|| self.overview(kept, &colours, known));
            let labelled = !colours.occupancy && overview.is_none();
            let drawn = self.prepare(ui, known, overview, texture, labelled);
            cache.drawn = Some((key, drawn));
        }
        if let Some((_, drawn)) = &cache.drawn {
            self.paint(drawn, cache.texture.as_ref());
            if let Some((_, known)) = &cache.colours {
                self.write(&drawn.labels, known);
            }
        }
        colours.occupancy
    }

    /// Draws a wide view until it rests.
    fn moving(&self, ui: &Ui, cache: &mut GanttCache, key: &ColoursKey, pixels: Vec2) {
        let GanttCache {
            colours,
            overviews,
            moving,
            ..
        } = cache;
        let kept = &mut overviews[usize::from(key.occupancy)];
        let overview = self.overview(kept, key, self.cached_colours(colours, key));
        let shown = (self.view, [pixels.x, pixels.y]);
        let kept = moving.take().filter(|(kept, _)| kept == key);
        let found = Moving::of(kept.map(|(_, kept)| kept), overview, shown, ui.ctx());
        self.stretch(found.window, Some(&found.texture));
        *moving = Some((key.clone(), found));
    }

    /// Returns the colours for `key`.
    fn cached_colours<'a>(
        &self,
        kept: &'a mut Option<(ColoursKey, Colours)>,
        key: &ColoursKey,
    ) -> &'a Colours {
        let known = kept.take().filter(|(known, _)| known == key);
        &kept
            .insert(known.unwrap_or_else(|| (key.clone(), self.colours(key))))
            .1
    }

    fn colours(&self, key: &ColoursKey) -> Colours {
        if key.occupancy {
            Colours::occupancy(self.run.outcomes.len(), self.options.shading.dark)
        } else {
            Colours::new(self.run, &key.shading, self.options.against)
        }
    }

    fn overview<'a>(
        &self,
        kept: &'a mut Option<(ColoursKey, Overview)>,
        key: &ColoursKey,
        colours: &Colours,
    ) -> &'a Overview {
        let known = kept.take().filter(|(known, _)| known == key);
        &kept
            .insert(known.unwrap_or_else(|| (key.clone(), Overview::new(self.index, colours))))
            .1
    }

    fn prepare(
        &self,
        ui: &Ui,
        colours: &Colours,
        overview: Option<&Overview>,
        texture: &mut Option<TextureHandle>,
        labelled: bool,
    ) -> CachedImage {
        let (index, view, chart) = (self.index, self.view, self.chart);
        let letters = |job| tooltip::letters(self.run, job);
        let tall = f64::from(chart.height()) / view.rows() >= LEAST_ROW;
        let few = || index.visible(view).take(MOST_BARS + 1).count() <= MOST_BARS;
        let labels = if labelled {
            mesh::labels(index, view, chart, letters)
        } else {
            Vec::new()
        };
        if overview.is_none() && tall && few() {
            let mesh = mesh::build(index, view, chart, ui.pixels_per_point(), colours);
            return CachedImage {
                mesh: Some(Arc::new(mesh)),
                labels,
            };
        }
        let most = ui.input(|input| input.max_texture_side).max(1);
        let pixels =
            |points: f32| ((points * ui.pixels_per_point()).round() as usize).clamp(1, most);
        let (width, height) = (pixels(chart.width()), pixels(chart.height()));
        let image = match overview {
            Some(overview) => overview.picture(view, width, height),
            None => raster::picture(index, view, width, height, colours),
        };
        match texture {
            Some(handle) => handle.set(image, TextureOptions::NEAREST),
            None => {
                *texture = Some(
                    ui.ctx()
                        .load_texture("gantt", image, TextureOptions::NEAREST),
                )
            }
        }
        CachedImage { mesh: None, labels }
    }

    /// Paints the picture of another window where it now belongs, while a view moves until it
    /// rests.
    fn stretch(&self, window: [f64; 4], texture: Option<&TextureHandle>) {
        let Some(texture) = texture else { return };
        let [t0, t1, row0, row1] = window;
        let (view, chart) = (self.view, self.chart);
        let x = |time: f64| ((time - view.t0) / view.seconds()) as f32 * chart.width();
        let y = |row: f64| ((row - view.row0) / view.rows()) as f32 * chart.height();
        let corner = chart.min;
        let index =
            Rect::from_min_max(corner + vec2(x(t0), y(row0)), corner + vec2(x(t1), y(row1)));
        let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        let painter = self.clipped();
        painter.image(texture.id(), index, whole, Color32::WHITE);
    }

    fn paint(&self, drawn: &CachedImage, texture: Option<&TextureHandle>) {
        let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        match (&drawn.mesh, texture) {
            (Some(mesh), _) => {
                self.painter.add(Shape::mesh(Arc::clone(mesh)));
            }
            (None, Some(texture)) => {
                self.painter
                    .image(texture.id(), self.chart, whole, Color32::WHITE);
            }
            (None, None) => {}
        }
    }
}
