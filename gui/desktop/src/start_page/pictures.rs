//! Pictures of the gallery, made from runs of the examples in the background.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

use super::scenes::{ALL, Picture, Scene};
use charts::plot::figure::{Curve, Figure};
use charts::small::{self, SmallPicture};
use laboratory::base::problem::Problem;
use laboratory::base::progress::Progress;
use laboratory::base::system::threads;
use laboratory::load::{self, examples};
use laboratory::record::Run;
use laboratory::record::colour::colours_of;
use laboratory::run::{choices, simulate};
use laboratory::scenario;

/// Finished pictures, and the task that makes the others.
#[derive(Default)]
pub(super) struct Pictures {
    pictures: Vec<Option<SmallPicture>>,
    under_way: Option<PictureTask>,
}

struct PictureTask {
    receiver: Receiver<(usize, SmallPicture)>,
    progress: Arc<Progress>,
}

impl Pictures {
    /// Begins to make the missing ones, unless a task does, and receives finished ones; returns
    /// whether more are to come.
    pub(super) fn poll(&mut self) -> bool {
        self.begin();
        let Some(under_way) = &self.under_way else {
            return false;
        };
        loop {
            match under_way.receiver.try_recv() {
                Ok((index, small)) => self.pictures[index] = Some(small),
                Err(std::sync::mpsc::TryRecvError::Empty) => return true,
                Err(std::sync::mpsc::TryRecvError::Disconnected) => break,
            }
        }
        self.finish();
        false
    }

    /// Waits until all are made.
    pub(super) fn wait(&mut self) {
        self.begin();
        while let Some((index, small)) = self
            .under_way
            .as_ref()
            .and_then(|under_way| under_way.receiver.recv().ok())
        {
            self.pictures[index] = Some(small);
        }
        self.finish();
    }

    /// Stops the task.
    pub(super) fn stop(&mut self) {
        if let Some(under_way) = self.under_way.take() {
            under_way.progress.cancel();
        }
    }

    /// Returns the picture of the scene with that index.
    pub(super) fn of(&self, index: usize) -> Option<&SmallPicture> {
        self.pictures.get(index)?.as_ref()
    }

    /// A picture that could not be made stays empty: it is not tried again and again.
    fn finish(&mut self) {
        if self.under_way.take().is_some() {
            for small in &mut self.pictures {
                small.get_or_insert_default();
            }
        }
    }

    fn begin(&mut self) {
        self.pictures.resize(ALL.len(), None);
        let missing: Vec<usize> = (0..ALL.len())
            .filter(|index| self.pictures[*index].is_none())
            .collect();
        if missing.is_empty() || self.under_way.is_some() {
            return;
        }
        let (sender, message) = channel();
        let progress = Arc::new(Progress::default());
        let shared = Arc::clone(&progress);
        // Without a thread the page works without pictures.
        let started = threads::start(move || make(&missing, &sender, &shared));
        if started.is_ok() {
            self.under_way = Some(PictureTask {
                receiver: message,
                progress,
            });
        }
    }
}

/// Makes the pictures with those indices, one after another.
fn make(places: &[usize], message: &Sender<(usize, SmallPicture)>, progress: &Progress) {
    for &index in places {
        let small = of_scene(&ALL[index], progress).unwrap_or_default();
        if progress.is_cancelled() || message.send((index, small)).is_err() {
            return;
        }
    }
}

/// Returns the picture of `scene`, from a run of its example under every policy.
fn of_scene(scene: &Scene, progress: &Progress) -> Result<SmallPicture, Problem> {
    let index = scene.index().unwrap_or_default();
    let parsed = scenario::parse(examples::ALL[index].text, None)?;
    let experiment = Arc::new(load::prepare(&parsed, None, progress)?);
    let mut runs: Vec<Run> = Vec::new();
    for choice in &choices(&parsed) {
        if let Some(run) = simulate(&experiment, choice, true, progress)? {
            runs.push(run);
        }
    }
    let (Some(first), Some(last)) = (runs.first(), runs.last()) else {
        return Ok(SmallPicture::default());
    };
    Ok(match scene.picture {
        Picture::Waits | Picture::Jobs => {
            let runs: Vec<&Run> = runs.iter().collect();
            // More than three are too small to be told apart.
            small::schedules(
                &runs[runs.len().saturating_sub(3)..],
                scene.picture.colours(),
            )
        }
        Picture::Memory => small::memory(last),
        Picture::Turns => small::matrix_picture(first),
        Picture::Graph => small::graph(first),
        Picture::WaitDistribution => of_plot(&runs, Figure::wait_distribution),
        Picture::SlowdownBySize => of_plot(&runs, Figure::slowdown_by_size),
    })
}

/// Returns the picture of the plot that `figure` makes of `runs`.
fn of_plot(runs: &[Run], figure: fn(&[Curve<'_>]) -> Figure) -> SmallPicture {
    let slots = colours_of(runs.iter().map(|run| run.policy));
    let runs = slots.into_iter().zip(runs);
    let curves: Vec<_> = runs
        .map(|(slot, run)| Curve {
            run,
            label: &run.label,
            slot,
        })
        .collect();
    small::figure(&figure(&curves))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_of_the_gallery_has_a_picture() {
        for scene in &ALL {
            let small = of_scene(scene, &Progress::default()).unwrap();
            assert!(!small.is_empty(), "{}", scene.example);
        }
    }

    #[test]
    fn pictures_of_a_stopped_task_are_made_later() {
        let mut pictures = Pictures::default();
        assert!(pictures.poll());
        pictures.stop();
        pictures.wait();
        assert!((0..ALL.len()).all(|index| pictures.of(index).is_some()));
        assert!(!pictures.poll());
    }
}
