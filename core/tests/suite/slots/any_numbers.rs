//! Numbers of any size.

use super::answers::why;
use super::*;
use cosched_core::random::Random;
use cosched_core::slots::NoWindowReason;

/// Numbers of any size, up to the greatest allowed: nothing overflows, and all criteria
/// agree on whether there is a window.
#[test]
fn any_numbers_will_do() {
    let mut random = Random::new(2018, 8);
    let mut found = 0;
    for _ in 0..5_000 {
        let mut any = |most: u64| {
            let bits = random.below(65) as u32;
            let most = most.min(u64::MAX.checked_shr(64 - bits).unwrap_or(0));
            match random.below(4) {
                0 => most,
                _ => random.below(most.saturating_add(1)),
            }
        };
        let nodes_asked = 1 + any(2);
        let mut slots = Vec::new();
        let nodes = (0..4).map(|node| {
            let start = any(i64::MAX as u64 - 1);
            let end = start + 1 + any(i64::MAX as u64 - 1 - start);
            slots.push(Slot::new(node, Time(start), Time(end)));
            Node {
                performance: Performance(any(u64::MAX).max(1)),
                price: cosched_core::slots::Price(any(u64::MAX / nodes_asked)),
                quality: Quality(any((1 << 60) / nodes_asked)),
            }
        });
        let nodes = nodes.collect();
        let scale = any(1 << 32).clamp(1, u64::from(u32::MAX)) as u32;
        // A table of up to 2000 parts.
        let budget = Cost(any(2_000 * 1_000_000_000 / u64::from(scale)));
        let request = Request {
            nodes: nodes_asked as u32,
            volume: cosched_core::slots::Volume(any(u64::MAX).max(1)),
            least: Performance(any(1 << 20)),
            budget,
            scale,
            deadline: Time::MAX,
        };
        let environment = Environment {
            nodes,
            slots,
            request,
        };
        let windows = Criterion::ALL.map(|criterion| environment.find(criterion));
        let there = windows[0].is_some();
        assert!(windows[..5].iter().all(|window| window.is_some() == there));
        let by_value = environment.maximise(&cosched_core::slots::LeastCost);
        assert_eq!(by_value.is_some(), windows[5].is_some());
        assert!(there || windows[5].is_none());
        if windows[5].is_none() {
            let coarse = matches!(why(&environment), NoWindowReason::TooCoarse { .. });
            assert_eq!(coarse, there);
        }
        found += usize::from(there);
    }
    assert!(found > 100, "{found}");
}
