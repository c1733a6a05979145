//! Where and when jobs ran, in few bytes: logs have many jobs, and the nodes of each lie in pieces.

pub(crate) mod sink;
mod spans;

use std::sync::Arc;

use cosched_core::Time;

use spans::NodeSpans;

/// Consecutive nodes, or cores of shared nodes, on which a job ran without interruption.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Segment {
    /// Its begin.
    pub from: Time,
    /// Its end.
    pub until: Time,
    /// The job, as an index into [`Experiment::jobs`](super::Experiment::jobs).
    pub job: u32,
    /// The first node.
    pub first_node: u32,
    /// Number of nodes from there on.
    pub nodes: u32,
}

/// Span of time in which a job ran without interruption on the same nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Period {
    /// Its begin.
    pub from: Time,
    /// Its end.
    pub until: Time,
    /// The job, as an index into [`Experiment::jobs`](super::Experiment::jobs).
    pub job: u32,
    /// Index behind its last segment.
    end: u32,
}

/// Segments in the order in which they were recorded, those of a period one after the other. Clones
/// share them.
#[derive(Clone, Default, Debug)]
pub struct Segments(Arc<SegmentList>);

impl Segments {
    /// Returns the number of segments.
    pub fn len(&self) -> usize {
        self.0.spans.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.periods.is_empty()
    }

    /// Returns the periods.
    #[inline]
    pub fn periods(&self) -> &[Period] {
        &self.0.periods
    }

    /// Iterates over the segments of the period at `index`.
    #[inline]
    pub fn of_period(&self, index: usize) -> impl Iterator<Item = Segment> + Clone {
        self.0.of_period(index)
    }

    /// Iterates over all segments.
    pub fn iter(&self) -> impl Iterator<Item = Segment> + Clone {
        (0..self.0.periods.len()).flat_map(|index| self.0.of_period(index))
    }
}

impl FromIterator<Segment> for Segments {
    fn from_iter<I: IntoIterator<Item = Segment>>(segments: I) -> Self {
        let mut all = SegmentList::default();
        segments.into_iter().for_each(|segment| all.push(segment));
        all.finish()
    }
}

/// Segments that are being recorded.
#[derive(Default, Debug)]
pub(crate) struct SegmentList {
    periods: Vec<Period>,
    spans: NodeSpans,
}

impl SegmentList {
    /// Makes an empty list with room for so many periods.
    fn with_capacity(periods: usize) -> Self {
        Self {
            periods: Vec::with_capacity(periods),
            ..Self::default()
        }
    }

    /// Adds a period of `job` on nodes given as spans; returns its index, or `None` without nodes.
    fn begin(
        &mut self,
        job: u32,
        [from, until]: [Time; 2],
        spans: impl IntoIterator<Item = (u32, u32)>,
    ) -> Option<u32> {
        let before = self.spans.len();
        for (first_node, nodes) in spans {
            self.spans.push(first_node, nodes);
        }
        let end = self.spans.len();
        (end > before).then(|| {
            self.periods.push(Period {
                from,
                until,
                job,
                end: end as u32,
            });
            self.periods.len() as u32 - 1
        })
    }

    /// Adds `segment`, to the last period if it is of that job and time.
    fn push(&mut self, segment: Segment) {
        let Segment {
            from, until, job, ..
        } = segment;
        let (first_node, nodes) = (segment.first_node, segment.nodes);
        let is_it = |last: &&mut Period| (last.job, last.from, last.until) == (job, from, until);
        match self.periods.last_mut().filter(is_it) {
            Some(last) => {
                self.spans.push(first_node, nodes);
                last.end = self.spans.len() as u32;
            }
            None => {
                self.begin(job, [from, until], [(first_node, nodes)]);
            }
        }
    }

    #[inline]
    fn of_period(&self, index: usize) -> impl Iterator<Item = Segment> + Clone {
        let before = index
            .checked_sub(1)
            .map_or(0, |before| self.periods[before].end);
        let Period {
            from,
            until,
            job,
            end,
        } = self.periods[index];
        (before..end).map(move |index| {
            let (first_node, nodes) = self.spans.get(index as usize);
            Segment {
                from,
                until,
                job,
                first_node,
                nodes,
            }
        })
    }

    /// Returns the list in no more memory than it takes.
    fn finish(mut self) -> Segments {
        self.periods.shrink_to_fit();
        self.spans.shrink_to_fit();
        Segments(Arc::new(self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn segment(job: u32, [from, until]: [u64; 2], first_node: u32, nodes: u32) -> Segment {
        Segment {
            from: Time(from),
            until: Time(until),
            job,
            first_node,
            nodes,
        }
    }

    /// Rows beyond 65 535 come last, so that those before are kept in another way then.
    #[test]
    fn segments_come_back_as_they_went_in() {
        let all = [
            segment(3, [0, 9], 0, 65_535),
            segment(3, [0, 9], 65_535, 1),
            segment(3, [9, 9], 7, 1),
            segment(0, [9, 12], 65_536, 2),
            segment(0, [9, 12], 4, u32::MAX),
        ];
        for count in 0..=all.len() {
            let segments: Segments = all[..count].iter().copied().collect();
            assert_eq!(segments.iter().collect::<Vec<_>>(), all[..count]);
            assert_eq!((segments.len(), segments.is_empty()), (count, count == 0));
        }
        let segments: Segments = all.into_iter().collect();
        let parts = (0..segments.periods().len()).map(|index| segments.of_period(index).count());
        assert_eq!(parts.collect::<Vec<_>>(), [2, 1, 2]);
    }
}
