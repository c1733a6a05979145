//! Curves computed from a run: changes over time, and distributions of values.

use cosched_core::Time;

use laboratory::family::coscheduling::record::QuantumRecord;
use laboratory::record::{Run, Segment};

/// A point: x, y. Steps hold their y until the next x.
pub type Point = [f64; 2];

/// Returns busy nodes over time, in steps, without those in the background; where processes take
/// turns within nodes, the nodes that jobs were given in each quantum.
pub fn utilisation(run: &Run) -> Vec<Point> {
    if let Some(record) = run.quanta() {
        return nodes_given(record);
    }
    let change = |from: Time, until: Time, nodes: u32| {
        let nodes = i64::from(nodes);
        [(from.0, nodes), (until.0, -nodes)]
    };
    if run.segments.is_empty() {
        let jobs = jobs(run).enumerate();
        let changes =
            jobs.flat_map(|(index, (_, job))| change(job.started, job.completed, run.size(index)));
        return steps(changes.collect());
    }
    // A suspended job leaves its nodes to others.
    let nodes = run.experiment.nodes;
    let in_front = |held: &Segment| run.molds().is_none() || held.first_node < nodes;
    let segments = run.segments.iter().filter(in_front);
    let changes = segments.flat_map(|held| change(held.from, held.until, held.nodes));
    steps(changes.collect())
}

/// Returns the nodes that jobs were given in each quantum, nodes shared by two counted once.
fn nodes_given(record: &QuantumRecord) -> Vec<Point> {
    let mut points: Vec<Point> = Vec::new();
    let mut end = None;
    for quantum in &record.quanta {
        let [from, until] = [quantum.from, quantum.until].map(Time::seconds);
        if let Some(end) = end.filter(|end| *end < from) {
            points.push([end, 0.0]);
        }
        let [.., idle] = quantum.shares(record.nodes);
        points.push([from, f64::from(record.nodes) * (1.0 - idle)]);
        end = Some(until);
    }
    points.extend(end.map(|end| [end, 0.0]));
    points
}

/// Returns waiting jobs over time, in steps.
pub fn queue_length(run: &Run) -> Vec<Point> {
    let changes =
        jobs(run).flat_map(|(_, outcome)| [(outcome.entered.0, 1), (outcome.started.0, -1)]);
    steps(changes.collect())
}

/// Returns seconds that loads and swap-outs have taken of jobs so far, over time, in steps.
pub fn overhead(run: &Run) -> Vec<Point> {
    let loads = run.loads().iter();
    let loads = loads.map(|load| (load.until.0, load.until.since(load.from).0 as i64));
    let memory = run.memory();
    let swaps = memory.into_iter().flat_map(|memory| memory.swap_outs());
    let swaps = swaps.map(|swap| (swap.at.0, swap.time.0 as i64));
    // From nothing at the first submission to all of it at the end of the run.
    let (Some(first), Some(last)) = (
        run.experiment.jobs.first(),
        run.outcomes.iter().map(|outcome| outcome.completed).max(),
    ) else {
        return Vec::new();
    };
    let mut points = steps(loads.chain(swaps).chain([(first.submit.0, 0)]).collect());
    for point in &mut points {
        point[1] /= 1e9;
    }
    let sum = points.last().map_or(0.0, |point| point[1]);
    points.push([last.seconds(), sum]);
    points
}

/// Returns the share of `values` at or below each of them: the cumulative distribution, in steps.
pub fn distribution(values: impl IntoIterator<Item = f64>) -> Vec<Point> {
    let mut values: Vec<_> = values.into_iter().filter(|value| !value.is_nan()).collect();
    values.sort_unstable_by(f64::total_cmp);
    let count = values.len() as f64;
    let mut points: Vec<Point> = Vec::with_capacity(values.len());
    for (value, index) in values.into_iter().zip(1_u32..) {
        let share = f64::from(index) / count;
        match points.last_mut() {
            Some(last) if last[0] == value => last[1] = share,
            _ => points.push([value, share]),
        }
    }
    points
}

/// Returns the mean of each of `columns` columns of a step function, for curves that change many
/// times within a pixel.
pub fn means(points: &[Point], columns: usize) -> Vec<Point> {
    let ([first, .., last], columns) = (points, columns.max(1)) else {
        return points.to_vec();
    };
    let width = (last[0] - first[0]) / columns as f64;
    let mut means = Vec::with_capacity(columns + 1);
    let mut step = 0;
    for column in 0..columns {
        let start = first[0] + column as f64 * width;
        let (mut at, end, mut area) = (start, start + width, 0.0);
        while at < end {
            let next = points.get(step + 1).map_or(f64::INFINITY, |next| next[0]);
            let until = next.min(end);
            area += points[step][1] * (until - at).max(0.0);
            at = until;
            step += usize::from(next <= end);
        }
        means.push([start, area / width]);
    }
    means.push(*last);
    means
}

/// Returns the least and the greatest point of each of `columns` columns between the first and the
/// last x: as few points as the eye can tell from all of them.
pub fn thin(points: &[Point], columns: usize) -> Vec<Point> {
    let ([first, .., last], true) = (points, points.len() > 4 * columns.max(1)) else {
        return points.to_vec();
    };
    let (low, width) = (first[0], (last[0] - first[0]) / columns.max(1) as f64);
    let column = |point: &Point| ((point[0] - low) / width) as usize;
    let mut thinned = Vec::with_capacity(4 * columns + 4);
    for group in points.chunk_by(|one, other| column(one) == column(other)) {
        keep(group, &mut thinned);
    }
    thinned
}

/// Keeps first, least, greatest and last of `group`, in their order.
fn keep(group: &[Point], kept: &mut Vec<Point>) {
    let indices = 0..group.len();
    let by_height = |one: &usize, other: &usize| group[*one][1].total_cmp(&group[*other][1]);
    let (Some(least), Some(most)) = (indices.clone().min_by(by_height), indices.max_by(by_height))
    else {
        return;
    };
    let mut wanted = [0, least, most, group.len() - 1];
    wanted.sort_unstable();
    let mut next = 0;
    for index in wanted {
        if index >= next {
            kept.push(group[index]);
            next = index + 1;
        }
    }
}

fn jobs(run: &Run) -> impl Iterator<Item = (&cosched_core::JobSpec, &laboratory::record::Outcome)> {
    run.experiment.jobs.iter().zip(&run.outcomes)
}

/// Sums changes by time into steps; all changes of an instant are one step.
pub(crate) fn steps(mut changes: Vec<(u64, i64)>) -> Vec<Point> {
    changes.sort_unstable_by_key(|change| change.0);
    let mut points: Vec<Point> = Vec::with_capacity(changes.len());
    let mut sum = 0;
    for instant in changes.chunk_by(|one, other| one.0 == other.0) {
        let before = sum;
        sum += instant.iter().map(|change| change.1).sum::<i64>();
        if sum != before || points.is_empty() {
            points.push([Time(instant[0].0).seconds(), sum as f64]);
        }
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;
    use laboratory::run::sample::simulated;

    /// Returns the y of the step at `at`.
    fn value(points: &[Point], at: f64) -> f64 {
        let after = points.partition_point(|point| point[0] <= at);
        if after == 0 {
            0.0
        } else {
            points[after - 1][1]
        }
    }

    /// fixtures/papers/agile.md, 3.7, F1, and a job on one node later: two jobs that share four
    /// nodes do not use eight.
    #[test]
    fn nodes_that_are_shared_are_busy_once() {
        let run = simulated(
            "(machine: Cluster(nodes: 4), policies: [Flexible], workload: Jobs([
                (submit: 0, runtime: 2, nodes: 4, grain: Medium, utilisation: 0.5),
                (submit: 0, runtime: 2, nodes: 4), (submit: 10, runtime: 1, nodes: 1)]),
            parameters: (coscheduling: (quantum: 1)))",
        );
        let expected = [
            [0.0, 4.0],
            [1.0, 4.0],
            [2.0, 4.0],
            [3.0, 0.0],
            [10.0, 1.0],
            [11.0, 0.0],
        ];
        assert_eq!(utilisation(&run), expected);
    }

    #[test]
    fn series_equal_counts() {
        let run = sample::random(21, 20, 600);
        let (busy, length) = (utilisation(&run), queue_length(&run));
        for second in (0..5000).step_by(13) {
            let now = Time::from_seconds(second);
            let all = || run.experiment.jobs.iter().zip(&run.outcomes);
            let running =
                all().filter(|(_, outcome)| outcome.started <= now && now < outcome.completed);
            let waiting = all().filter(|(job, outcome)| job.submit <= now && now < outcome.started);
            let expected: u32 = running.map(|(job, _)| job.nodes).sum();
            let at = second as f64;
            assert_eq!(value(&busy, at), f64::from(expected));
            assert_eq!(value(&length, at), waiting.count() as f64);
        }
    }

    #[test]
    fn the_machine_is_empty_in_the_end() {
        let run = sample::ten_jobs();
        assert_eq!(utilisation(&run).last(), Some(&[340.0, 0.0]));
        assert_eq!(utilisation(&run)[0], [0.0, 4.0]);
        assert_eq!(queue_length(&run).last(), Some(&[260.0, 0.0]));
    }

    /// Two jobs take turns on one node.
    #[test]
    fn a_suspended_job_leaves_its_nodes() {
        let run = sample::displacing();
        assert_eq!(run.experiment.nodes, 1);
        assert!(utilisation(&run).iter().all(|point| point[1] <= 1.0));
    }

    /// The fixture gives the loads and swap-outs.
    #[test]
    fn overhead_equals_the_working_by_hand() {
        let expected = [
            [0.0, 0.0],
            [6.0, 6.0],
            // Three seconds for a swap-out, and a load of seven.
            [20.0, 9.0],
            [27.0, 16.0],
            [40.0, 19.0],
            [43.0, 22.0],
            [63.0, 25.0],
            [83.0, 25.0],
        ];
        assert_eq!(overhead(&sample::displacing()), expected);
        assert_eq!(overhead(&sample::ten_jobs()), [[0.0, 0.0], [340.0, 0.0]]);
    }

    #[test]
    fn a_distribution_rises_to_one() {
        let points = distribution([3.0, 1.0, 3.0, f64::NAN, 2.0]);
        assert_eq!(points, [[1.0, 0.25], [2.0, 0.5], [3.0, 1.0]]);
        assert!(distribution([]).is_empty());
        let run = sample::random(2, 9, 300);
        let points = distribution((0..300).map(|job| run.bounded_slowdown(job)));
        assert!(points.is_sorted_by(|one, other| one[0] < other[0] && one[1] < other[1]));
        assert_eq!(points.last().map(|point| point[1]), Some(1.0));
    }

    #[test]
    fn thinning_keeps_what_stands_out() {
        let mut points: Vec<Point> = (0..100_000)
            .map(|x| [f64::from(x), f64::from(x % 7)])
            .collect();
        points[31_416][1] = 1e6;
        points[27_183][1] = -1e6;
        let thinned = thin(&points, 100);
        assert!(thinned.len() <= 4 * 101, "{}", thinned.len());
        assert!(thinned.contains(&[31_416.0, 1e6]) && thinned.contains(&[27_183.0, -1e6]));
        assert_eq!((thinned[0], thinned.last()), (points[0], points.last()));
        assert!(thinned.is_sorted_by(|one, other| one[0] < other[0]));
    }

    #[test]
    fn means_keep_the_area_under_a_step_function() {
        let points: Vec<Point> = (0..1000)
            .map(|x| [f64::from(x) * 0.7, f64::from(x % 3)])
            .collect();
        let area = |points: &[Point]| -> f64 {
            let steps = points.windows(2);
            steps
                .map(|step| step[0][1] * (step[1][0] - step[0][0]))
                .sum()
        };
        for columns in [1, 7, 100] {
            let means = means(&points, columns);
            assert_eq!(means.len(), columns + 1);
            assert!((area(&means) - area(&points)).abs() < 1e-6);
        }
        assert_eq!(
            means(&[[0.0, 4.0], [10.0, 4.0]], 2),
            [[0.0, 4.0], [5.0, 4.0], [10.0, 4.0]]
        );
        assert_eq!(means(&[[1.0, 2.0]], 5), [[1.0, 2.0]]);
    }

    #[test]
    fn few_points_stay_as_they_are() {
        let points = [[0.0, 1.0], [5.0, 2.0]];
        assert_eq!(thin(&points, 10), points);
        assert_eq!(thin(&[], 0), [] as [Point; 0]);
    }
}
