//! The rule of barriers within a quantum, event by event.

use num_traits::Zero;

use crate::rational::Exact;

/// Distance between barriers.
#[derive(Clone, Debug)]
pub(crate) enum Grain {
    /// Processes move only together with all that are not done.
    Together,
    /// A barrier whenever all have done so much more.
    Every(Exact),
    /// No barriers.
    None,
}

/// Lets the `served` processes advance, each at its rate, for as long as `time`: none passes the
/// next barrier before all are there. Returns when the job is done, counted from the beginning, if
/// it is.
pub(crate) fn advance(
    progress: &mut [Exact],
    work: &Exact,
    grain: &Grain,
    served: &[(usize, Exact)],
    time: &Exact,
) -> Option<Exact> {
    let mut elapsed = Exact::zero();
    loop {
        let least = progress.iter().min()?.clone();
        if least == *work {
            return Some(elapsed);
        }
        let barrier = match grain {
            Grain::None => work.clone(),
            Grain::Every(grain) => {
                let next = ((&least / grain).floor() + crate::rational::whole(1)) * grain;
                next.min(work.clone())
            }
            Grain::Together => {
                let is_served = |process| served.iter().any(|(other, _)| *other == process);
                let mut unfinished = (0..progress.len()).filter(|one| progress[*one] < *work);
                if unfinished.all(is_served) {
                    work.clone()
                } else {
                    least
                }
            }
        };
        let movers = served
            .iter()
            .filter(|(process, _)| progress[*process] < barrier);
        let movers: Vec<_> = movers.collect();
        let reach = movers
            .iter()
            .map(|(process, rate)| (&barrier - &progress[*process]) / rate);
        let step = reach.min()?.min(time - &elapsed);
        if step.is_zero() {
            return None;
        }
        for (process, rate) in movers {
            progress[*process] += rate * &step;
        }
        elapsed += step;
    }
}

#[cfg(test)]
mod tests {
    use super::{Grain, advance};
    use crate::rational::{ratio, whole};

    /// Two processes with barriers a quarter apart, at rates 1/2 and 1/4: the slower one decides.
    #[test]
    fn a_slow_process_delays_the_others() {
        let mut progress = [whole(0), whole(0)];
        let served = [(0, ratio(1, 2)), (1, ratio(1, 4))];
        let done = advance(
            &mut progress,
            &whole(1),
            &Grain::Every(ratio(1, 4)),
            &served,
            &whole(2),
        );
        assert_eq!(done, None);
        assert_eq!(progress, [ratio(1, 2), ratio(1, 2)]);
    }

    #[test]
    fn fine_grain_moves_together_or_not_at_all() {
        let mut progress = [whole(0), whole(0)];
        let one = [(0, whole(1))];
        assert_eq!(
            advance(&mut progress, &whole(1), &Grain::Together, &one, &whole(2)),
            None
        );
        assert_eq!(progress, [whole(0), whole(0)]);
        let both = [(0, whole(1)), (1, whole(1))];
        let done = advance(&mut progress, &whole(1), &Grain::Together, &both, &whole(2));
        assert_eq!(done, Some(whole(1)));
    }
}
