//! Slow and simple reference of the windows in which `select/cons_tres` takes running jobs away.

use cosched_core::Duration;
use cosched_core::policy::slurm::{Selection, WindowGrowth};

/// How the plugin that selects nodes takes running jobs away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Plugin {
    /// One at a time.
    Linear,
    /// In windows, each twice as long as the one before.
    Doubling,
    /// In windows, each so many seconds longer than the one before.
    Longer(u64),
}

impl Plugin {
    /// One of them, by a number from 0 to 119.
    pub(crate) fn drawn(number: u64) -> Self {
        match number {
            0..40 => Self::Linear,
            40..80 => Self::Doubling,
            seconds => Self::Longer(seconds - 79),
        }
    }

    pub(crate) fn selection(self) -> Selection {
        match self {
            Self::Linear => Selection::Linear,
            Self::Doubling => Selection::ConsTres(WindowGrowth::Doubling),
            Self::Longer(seconds) => {
                Selection::ConsTres(WindowGrowth::By(Duration::from_seconds(seconds)))
            }
        }
    }

    /// Number of running jobs taken away when there is enough, and the end of the last of them.
    ///
    /// `ends` are the ends of their limits in order, by a clock that shows `origin` at 0;
    /// `is_usable` says whether one holds a node that the job can use, `is_enough` whether so
    /// many of them leave enough.
    pub(crate) fn enough(
        self,
        origin: u64,
        ends: &[u64],
        is_usable: impl Fn(usize) -> bool,
        is_enough: impl Fn(usize) -> bool,
    ) -> Option<(usize, u64)> {
        if self == Self::Linear {
            let count = (1..=ends.len()).find(|&count| is_enough(count))?;
            return Some((count, ends[count - 1]));
        }
        let (mut anchor, mut window, mut index) = (None, 30, 0);
        loop {
            let mut last = None;
            while index < ends.len() {
                let end = ends[index];
                index += 1;
                if !is_usable(index - 1) {
                    continue;
                }
                last = Some(end);
                let anchor = *anchor.get_or_insert(((end + origin) / 30 + 1) * 30 - origin);
                if ends.get(index).is_none_or(|&next| next > anchor + window) {
                    break;
                }
            }
            if is_enough(index) {
                return Some((index, last?));
            }
            let next = *ends.get(index)?;
            loop {
                window = match self {
                    Self::Longer(seconds) => window + seconds,
                    _ => 2 * window,
                };
                if next <= anchor? + window {
                    break;
                }
            }
        }
    }
}
