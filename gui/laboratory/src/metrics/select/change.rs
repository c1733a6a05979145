//! Significance of a change of a mean: an interval of a ratio, by few batches of jobs.

use super::batches::{BATCHES, Sums, batches};
use super::no_interval::{LEAST_DIFFERENT, NoInterval};
use super::ratio::{Ratio, Spread, skewness};

/// Returns the 95 % confidence interval of the change of the mean, as a share of the mean before.
///
/// `before` and `after` are of the same jobs in the order of submission; where they are means over
/// several simulations, `repetitions` has the sums of each, whose variance widens the interval. It
/// has at most `most_degrees` of freedom, which is [`DEGREES`](super::batches::DEGREES) if the batches alone decide.
///
/// # Errors
/// The reason why there is none.
pub fn interval(
    before: &[f64],
    after: &[f64],
    repetitions: &[Sums],
    most_degrees: u64,
) -> Result<[f64; 2], NoInterval> {
    if before.iter().sum::<f64>() <= 0.0 {
        return Err(NoInterval::NothingBefore);
    }
    let pairs = before.iter().zip(after);
    match pairs.filter(|(before, after)| before != after).count() {
        0 => return Err(NoInterval::AllSame),
        few if few < LEAST_DIFFERENT => return Err(NoInterval::FewJobs(few)),
        _ => {}
    }
    let batches = batches(before, after);
    let spreads = [
        Spread::of(&batches),
        Spread::of(repetitions).scaled(1.0 / BATCHES as f64),
    ];
    let ratio = Ratio::new(spreads, most_degrees);
    let [low, high] = ratio.by_fieller()?;
    let [lower, higher] = ratio.by_hall(skewness(&batches, ratio.mean));
    // Waits and slowdowns are at least 0, so their mean falls by at most all of it: the part of an
    // interval beyond that is impossible.
    let can_be_negative = after.iter().any(|value| *value < 0.0);
    let least = if can_be_negative {
        f64::NEG_INFINITY
    } else {
        0.0
    };
    Ok([low.min(lower).max(least) - 1.0, high.max(higher) - 1.0])
}

#[cfg(test)]
mod tests {
    use cosched_core::random::Random;

    use super::*;
    use crate::metrics::select::batches::DEGREES;

    fn exponential(random: &mut Random) -> f64 {
        -(1.0 - random.uniform()).ln()
    }

    /// The share of `draws` intervals that include the `truth`, and the number of intervals.
    fn held(
        draws: u64,
        truth: f64,
        mut draw: impl FnMut(u64) -> Result<[f64; 2], NoInterval>,
    ) -> (f64, usize) {
        let known: Vec<[f64; 2]> = (0..draws).filter_map(|seed| draw(seed).ok()).collect();
        let held = known
            .iter()
            .filter(|[low, high]| (*low..=*high).contains(&truth));
        (held.count() as f64 / known.len() as f64, known.len())
    }

    /// Waits of the same customers at a server that is busy for `load` of the time, and at one
    /// that is a tenth faster: Lindley's recursion.
    fn queues(seed: u64, jobs: usize, load: f64) -> [Vec<f64>; 2] {
        let mut random = Random::new(seed, 11);
        let mut waits = [0.0_f64; 2];
        let mut all = [Vec::new(), Vec::new()];
        // Customers are counted once the queues have forgotten that they were empty.
        for job in 0..jobs + 500 {
            let (work, gap) = (exponential(&mut random), exponential(&mut random) / load);
            for (index, speed) in [1.0, 1.1].into_iter().enumerate() {
                if job >= 500 {
                    all[index].push(waits[index]);
                }
                waits[index] = (waits[index] + work / speed - gap).max(0.0);
            }
        }
        all
    }

    /// Of a thousand queues whose mean waits are known, λ / (μ (μ - λ)), the interval has the
    /// change in 93 to 97 %, although one wait is like the next: at a load of 0.7 one is like
    /// hundreds, of which blocks of the cube root of their number show too little (89 %).
    #[test]
    fn the_interval_holds_for_a_queue_with_known_mean_wait() {
        for (load, jobs) in [(0.5, 3_000), (0.7, 20_000)] {
            let wait = |rate: f64| load / (rate * (rate - load));
            let truth = wait(1.1) / wait(1.0) - 1.0;
            let (held, known) = held(1_000, truth, |seed| {
                let [before, after] = queues(seed, jobs, load);
                interval(&before, &after, &[], DEGREES)
            });
            assert!((0.93..=0.97).contains(&held), "{held} of {known} at {load}");
            assert!(known > 950, "{known} at {load}");
        }
    }

    /// Values around means of 10 and 12 with a common part that fades by 2 % from one to the next.
    #[test]
    fn the_interval_holds_with_correlated_neighbours() {
        let (held, known) = held(1_000, 0.2, |seed| {
            let mut random = Random::new(seed, 12);
            let (mut common, mut own) = (0.0, 0.0);
            let (mut before, mut after) = (Vec::new(), Vec::new());
            for _ in 0..3_000 {
                common = 0.98 * common + random.uniform() - 0.5;
                own = 0.98 * own + random.uniform() - 0.5;
                before.push(10.0 + common);
                after.push(12.0 + common + own);
            }
            interval(&before, &after, &[], DEGREES)
        });
        assert!((0.93..=0.97).contains(&held), "{held}");
        assert_eq!(known, 1_000);
    }

    /// A random value of a whole simulation shifts all batches alike: they do not show it, and the
    /// repetitions do.
    #[test]
    fn the_interval_includes_differences_of_repetitions() {
        let simulations = |seed: u64| {
            let mut random = Random::new(seed, 13);
            let mut after = vec![0.0; 600];
            let mut sums = Vec::new();
            for _ in 0..6 {
                let shift = 4.0 * (random.uniform() - 0.5);
                let values: Vec<f64> = (0..600)
                    .map(|_| 12.0 + shift + random.uniform() - 0.5)
                    .collect();
                for (mean, value) in after.iter_mut().zip(&values) {
                    *mean += value / 6.0;
                }
                sums.push(Sums {
                    before: 6_000.0,
                    after: values.iter().sum(),
                });
            }
            (vec![10.0; 600], after, sums)
        };
        let (with, _) = held(1_000, 0.2, |seed| {
            let (before, after, sums) = simulations(seed);
            interval(&before, &after, &sums, DEGREES)
        });
        let (without, _) = held(1_000, 0.2, |seed| {
            let (before, after, _) = simulations(seed);
            interval(&before, &after, &[], DEGREES)
        });
        assert!((0.93..=0.97).contains(&with), "{with}");
        assert!(without < 0.2, "{without}");
    }

    /// Seven batches in which no job waits any more, and one in which every job waits 1 000 times
    /// as long: a mean of 125 times as much, with a deviation of 125 of that mean, but no mean
    /// below 0.
    #[test]
    fn no_mean_falls_by_more_than_all_of_it() {
        let after: Vec<f64> = (0..160)
            .map(|job| [1_000.0, 0.0][job.min(20) / 20])
            .collect();
        let [low, high] = interval(&[1.0; 160], &after, &[], DEGREES).unwrap();
        assert_eq!(low, -1.0);
        assert!(high > 124.0, "{high}");
    }

    /// By hand: batches of 10, 14, 10, 14, … before and 24 each after. The mean is 12 with a
    /// variance of 32 / 7 / 8 = 4/7; Student's t with 7 degrees is 2.364624, so the ratios r are
    /// those with (24 - 12 r)² <= 5.591447 * 4/7 r². The residuals of the batches, 4 and -4, are
    /// not skewed, and without skewness there is 2 ± 2.364624 * 2 * √(4/7) / 12.
    #[test]
    fn a_small_interval_by_hand() {
        let before: Vec<f64> = (0..160).map(|job| [0.5, 0.7][job / 20 % 2]).collect();
        let [low, high] = interval(&before, &[1.2; 160], &[], DEGREES).unwrap();
        let root = (5.591_447_f64 * 4.0 / 7.0).sqrt();
        let linear = 2.0 - 2.364_624 * 2.0 * (4.0_f64 / 7.0).sqrt() / 12.0;
        assert!((low - (linear - 1.0)).abs() < 1e-5, "{low}");
        assert!((high - (24.0 / (12.0 - root) - 1.0)).abs() < 1e-5, "{high}");
    }

    /// Eight values of 2 but one of 10 lean upwards: Hall's interval of their mean of 3, worked out
    /// from the paper's formula. Skewness (7³ - 7) / 8 / √7³ = 2.267787, deviation √8, and √8 (3 /
    /// 2.267787) (1 - (1 + 2.267787 (∓2.364624 / √8 - 2.267787 / 48))^(1/3)).
    #[test]
    fn few_large_values_draw_the_interval_to_their_side() {
        let after: Vec<f64> = (0..160)
            .map(|job| if job / 20 == 3 { 10.0 } else { 2.0 })
            .collect();
        let [low, high] = interval(&[1.0; 160], &after, &[], DEGREES).unwrap();
        let end = |sign: f64| {
            let inner = 1.0 + 2.267_787 * (sign * 2.364_624 / 8.0_f64.sqrt() - 2.267_787 / 48.0);
            2.0 + 8.0_f64.sqrt() * 3.0 / 2.267_787 * (1.0 - inner.cbrt())
        };
        assert!((high - end(-1.0)).abs() < 1e-5, "{high} {}", end(-1.0));
        // Below it is Student's, which extends further there.
        assert!((low - (2.0 - 2.364_624)).abs() < 1e-5, "{low}");
        assert!(end(1.0) > low);
    }

    #[test]
    fn a_missing_interval_has_a_reason() {
        let none = interval(&[], &[], &[], DEGREES);
        assert_eq!(none, Err(NoInterval::NothingBefore));
        let all = [1.0; 500];
        assert_eq!(interval(&all, &all, &[], DEGREES), Err(NoInterval::AllSame));
        let mut other = all;
        other[..119].fill(2.0);
        assert_eq!(
            interval(&all, &other, &[], DEGREES),
            Err(NoInterval::FewJobs(119))
        );
        other[119] = 2.0;
        assert!(interval(&all, &other, &[], DEGREES).is_ok());
        // All waiting falls into two of eight batches: they count like two, and by Student's t with
        // 7 degrees 8 / (1 + 7 / 5.591447) are needed.
        let mut before = [0.0; 800];
        before[100..300].fill(1.0);
        let Err(NoInterval::FewStretches { equal, needed }) =
            interval(&before, &[0.5; 800], &[], DEGREES)
        else {
            panic!("two stretches do not say how sure a change is");
        };
        assert!((equal - 2.0).abs() < 1e-9 && (needed - 3.552_537).abs() < 1e-5);
        let sentence = NoInterval::FewStretches { equal, needed }.sentence();
        assert!(sentence.contains("like 2.0 independent ones"), "{sentence}");
        assert!(sentence.contains("more than 3.6 are needed"), "{sentence}");
    }
}
