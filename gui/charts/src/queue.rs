//! The machine and the queue at a choice of a session, as an agent's environment shows them.

use egui::{Color32, ColorImage};

use crate::colour::tokens::tokens;
use crate::picture::{Anchor, Inks, Item, Outline, Picture, inks, png};
use laboratory::base::format::{counted, span};
use laboratory::run::session::{RunningJob, Session, WaitingJob};

/// Size of letters in points.
const FONT: f64 = 11.0;
/// Room at the sides and between both parts, and that of a line of text.
const MARGIN: f64 = 10.0;
const LINE: f64 = 20.0;
/// Room for the number of a row.
const NUMBER: f64 = 26.0;
/// Least and greatest height of a row.
const ROWS: [f64; 2] = [12.0, 28.0];

/// Machine and queue at one instant.
#[derive(Clone, PartialEq, Debug)]
pub struct QueuePicture {
    /// The present instant, in seconds.
    pub now: f64,
    /// Nodes of the machine, and those that no job has.
    pub nodes: u32,
    /// See [`nodes`](Self::nodes).
    pub free: u32,
    /// The running jobs.
    pub running: Vec<RunningJob>,
    /// The jobs that can be chosen, in the order of their rows.
    pub rows: Vec<WaitingJob>,
    /// Number of waiting jobs.
    pub waiting: usize,
}

impl QueuePicture {
    /// That of `session` at the present instant, with `rows` as the jobs that can be chosen.
    pub fn of(session: &Session, rows: Vec<WaitingJob>) -> Self {
        Self {
            now: session.now().seconds(),
            nodes: session.experiment().nodes,
            free: session.free_nodes(),
            running: session.running(),
            waiting: session.queue_length() as usize,
            rows,
        }
    }

    /// The picture in `size` pixels, row by row from the top, each as red, green and blue: on the left the running jobs, as long as what is left of their
    /// estimates and as high as their nodes, those that end last undermost; on the right a row for each
    /// waiting job, as long as its estimate on the same scale, and as high as its nodes. Those that fit
    /// stand out.
    pub fn rgb(&self, size: [u32; 2]) -> Vec<u8> {
        let colours = |pixel: &Color32| [pixel.r(), pixel.g(), pixel.b()];
        self.pixels(size).pixels.iter().flat_map(colours).collect()
    }

    fn pixels(&self, size: [u32; 2]) -> ColorImage {
        png::image(&self.picture(size.map(f64::from)), size, 1.0)
    }

    fn picture(&self, size: [f64; 2]) -> Picture {
        let mut picture = Picture::new(size, FONT);
        let middle = size[0] / 2.0;
        let bottom = size[1] - LINE;
        self.machine(&mut picture, [[MARGIN, LINE], [middle, bottom]]);
        let queue = [[middle + MARGIN, LINE], [size[0] - MARGIN, bottom]];
        self.queue(&mut picture, queue);
        picture
    }

    /// Seconds that both parts show: the longest estimate, or what is left of one.
    fn seconds(&self) -> f64 {
        let left = self.running.iter().map(|job| job.left.seconds());
        let estimates = self.rows.iter().map(|job| job.estimate.seconds());
        left.chain(estimates).fold(1.0, f64::max)
    }

    /// The running jobs within `corners`.
    fn machine(&self, picture: &mut Picture, [[left, top], [right, bottom]]: [[f64; 2]; 2]) {
        let ground = inks(|dark| tokens(dark).inset);
        picture.boxed([[left, top], [right, bottom]], ground, Outline::None);
        let (now, nodes) = (span(self.now), counted(self.nodes as usize, "node"));
        let heading = format!("after {now}: {} of {nodes} free", self.free);
        text(picture, [left, top - 6.0], Anchor::Start, heading);
        // Jobs that share nodes have more of them than there are.
        let busy: u32 = self.running.iter().map(|job| job.nodes).sum();
        let node = (bottom - top) / f64::from(self.nodes.max(busy).max(1));
        let second = (right - left) / self.seconds();
        let mut jobs = self.running.clone();
        jobs.sort_by_key(|job| std::cmp::Reverse((job.left, job.job)));
        let mut floor = bottom;
        let ink = inks(|dark| tokens(dark).wait[2]);
        for job in jobs {
            let ceiling = floor - f64::from(job.nodes) * node;
            let end = left + job.left.seconds() * second;
            picture.boxed([[left, ceiling], [end, floor]], ink, Outline::Shade);
            floor = ceiling;
        }
        text(
            picture,
            [left, bottom + 14.0],
            Anchor::Start,
            "now".to_owned(),
        );
        let end = format!("in {}", span(self.seconds()));
        text(picture, [right, bottom + 14.0], Anchor::End, end);
    }

    /// The rows within `corners`.
    fn queue(&self, picture: &mut Picture, [[left, top], [right, bottom]]: [[f64; 2]; 2]) {
        let heading = format!("{} waiting", counted(self.waiting, "job"));
        text(picture, [left, top - 6.0], Anchor::Start, heading);
        let rows = self.rows.len().max(1) as f64;
        let height = ((bottom - top) / rows).clamp(ROWS[0], ROWS[1]);
        let most = f64::from(
            self.rows
                .iter()
                .map(|job| job.nodes)
                .max()
                .unwrap_or(1)
                .max(1),
        );
        let begin = left + NUMBER;
        let second = (right - begin) / self.seconds();
        let shown = (((bottom - top) / height + 1e-9) as usize).min(self.rows.len());
        for (row, job) in self.rows[..shown].iter().enumerate() {
            let middle = top + (row as f64 + 0.5) * height;
            let number = [left + NUMBER - 6.0, middle + 4.0];
            text(picture, number, Anchor::End, row.to_string());
            let half = 0.45 * height * f64::from(job.nodes) / most;
            let end = begin + job.estimate.seconds() * second;
            let corners = [[begin, middle - half], [end, middle + half]];
            picture.boxed(corners, ink_of(job.fits), Outline::Sharp);
        }
        if shown < self.waiting {
            let others = format!("and {} more", self.waiting - shown);
            text(picture, [begin, bottom + 14.0], Anchor::Start, others);
        }
    }
}

/// Colours of a waiting job.
fn ink_of(fits: bool) -> Inks {
    let ink = |dark| {
        if fits {
            tokens(dark).accent
        } else {
            tokens(dark).border
        }
    };
    inks(ink)
}

fn text(picture: &mut Picture, at: [f64; 2], anchor: Anchor, text: String) {
    let inks: [Color32; 2] = inks(|dark| tokens(dark).text[1]);
    picture.items.push(Item::Text {
        at,
        anchor,
        up: false,
        text,
        inks,
    });
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use laboratory::base::progress::Progress;
    use laboratory::{load, scenario};

    /// The state after job 0, on 3 of 4 nodes, has run 10 of its 100 s, with two jobs that wait.
    fn picture() -> QueuePicture {
        let text = "(machine: Cluster(nodes: 4), policies: [Fcfs], workload: Jobs([
            (submit: 0, runtime: 100, nodes: 3), (submit: 10, runtime: 45, nodes: 1), (submit: 10, runtime: 90, nodes: 2),
        ]))";
        let scenario = scenario::parse(text, None).unwrap();
        let experiment = Arc::new(load::prepare(&scenario, None, &Progress::default()).unwrap());
        let mut session = Session::new(&experiment, &scenario.parameters).unwrap();
        assert!(session.until_choice(usize::MAX).unwrap());
        session.start(0).unwrap();
        assert!(session.until_choice(usize::MAX).unwrap());
        QueuePicture::of(&session, session.queue().to_vec())
    }

    fn boxes(picture: &Picture) -> Vec<[[f64; 2]; 2]> {
        let corners = |item: &Item| match item {
            Item::Box { corners, .. } => Some(*corners),
            _ => None,
        };
        picture.items.iter().filter_map(corners).collect()
    }

    #[test]
    fn jobs_are_as_long_as_their_estimates_and_as_high_as_their_nodes() {
        let boxes = boxes(&picture().picture([400.0, 240.0]));
        // The ground; 90 s are the whole width, and three of four nodes.
        assert_eq!(boxes[0], [[10.0, 20.0], [200.0, 220.0]]);
        assert_eq!(boxes[1], [[10.0, 70.0], [200.0, 220.0]]);
        // Rows of 28; half of the width is 45 s, half of the height one of two nodes.
        let [first, second] = [boxes[2], boxes[3]];
        assert_eq!([first[0][0], first[1][0]], [236.0, 236.0 + 154.0 / 2.0]);
        assert_eq!([second[0][0], second[1][0]], [236.0, 390.0]);
        let height = |corners: [[f64; 2]; 2]| corners[1][1] - corners[0][1];
        assert!((height(first) - 12.6).abs() < 1e-9 && (height(second) - 25.2).abs() < 1e-9);
        assert_eq!(boxes.len(), 4);
    }

    #[test]
    fn jobs_that_fit_have_a_colour_of_their_own() {
        let image = picture().pixels([400, 240]);
        let pixel = |x: usize, y: usize| image.pixels[y * 400 + x];
        let tokens = tokens(false);
        assert_eq!(pixel(300, 20 + 14), tokens.accent, "one node is free");
        assert_eq!(pixel(300, 20 + 28 + 14), tokens.border, "two are not");
        assert_eq!(pixel(100, 150), tokens.wait[2], "runs");
        assert_eq!(pixel(100, 40), tokens.inset, "free");
    }

    #[test]
    fn rows_without_room_are_counted() {
        let mut picture = picture();
        picture.rows = vec![picture.rows[0]; 40];
        picture.waiting = 43;
        let drawn = picture.picture([400.0, 240.0]);
        // 200 points, 12 each.
        assert_eq!(boxes(&drawn).len(), 2 + 16);
        let has = |words: &str| {
            let is = |item: &Item| matches!(item, Item::Text { text, .. } if text == words);
            drawn.items.iter().any(is)
        };
        assert!(has("and 27 more") && has("43 jobs waiting"));
        assert!(has("after 10 s: 1 of 4 nodes free"));
    }
}
