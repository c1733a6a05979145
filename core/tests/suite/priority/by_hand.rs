//! Factors of fairshare worked by hand, and those that Slurm's manual works itself.

use cosched_core::policy::priority::{
    Algorithm, BilledUnits, Decay, Fairshare, FairshareError, Member,
};
use cosched_core::{Duration, Time};

use super::{TreeMember, members};

/// The example of Slurm's manual ("Classic Fairshare Algorithm"): accounts A and D, below
/// them B, C, E and F, users 1 to 5. Its usages are parts of the machine, of which 0.3 are
/// not used: here by a user without a share.
const MANUAL: [TreeMember; 12] = [
    TreeMember::account(None, 40),    // 0: A
    TreeMember::account(None, 60),    // 1: D
    TreeMember::account(Some(0), 30), // 2: B
    TreeMember::account(Some(0), 10), // 3: C
    TreeMember::account(Some(1), 25), // 4: E
    TreeMember::account(Some(1), 35), // 5: F
    TreeMember::user(Some(2), 1),     // 6: user 1, used 0.20
    TreeMember::user(Some(3), 1),     // 7: user 2, used 0.25
    TreeMember::user(Some(3), 1),     // 8: user 3
    TreeMember::user(Some(4), 1),     // 9: user 4, used 0.25
    TreeMember::user(Some(5), 1),     // 10: user 5
    TreeMember::user(None, 0),        // 11: nobody, used 0.30
];
const USED: [(u32, u32); 4] = [(6, 20), (7, 25), (9, 25), (11, 30)];

/// A job of one unit.
const ONE: BilledUnits = BilledUnits::units(1);

const NO_DECAY: Decay = Decay {
    half_life: None,
    period: Duration::from_seconds(300),
    phase: Duration::ZERO,
    charges_ends: true,
};

/// Factors after each of `used` has run its units for a period.
fn factors(all: &[TreeMember], algorithm: Algorithm, used: &[(u32, u32)]) -> Vec<(u64, u64)> {
    let (mut members, mut stack) = (members(all), vec![0; all.len()]);
    let mut fairshare = Fairshare::new(algorithm, NO_DECAY, &mut members, &mut stack).unwrap();
    for &(user, units) in used {
        fairshare.start(user, BilledUnits::units(units), Time::ZERO);
    }
    assert!(!fairshare.advance(Time::from_seconds(299)));
    assert!(fairshare.advance(Time::from_seconds(300)));
    let factor = |index: usize| {
        let factor = fairshare.factor(index as u32);
        (factor.numerator(), factor.denominator())
    };
    let users = (0..all.len()).filter(|&index| all[index].is_user);
    users.map(factor).collect()
}

#[test]
fn the_manuals_example_of_the_classic_formula() {
    let classic = |dampening| factors(&MANUAL, Algorithm::Classic { dampening }, &USED);
    let close = |found: Vec<(u64, u64)>, expected: [f64; 6]| {
        for ((part, whole), expected) in found.into_iter().zip(expected) {
            let found = part as f64 / whole as f64;
            assert!((found - expected).abs() < 5e-6, "{found} {expected}");
        }
    };
    // As printed there; without a share the factor is 0. The manual takes 0.1458 for 7/48.
    let user_5 = 2_f64.powf(-7.0 / 48.0 / 0.35);
    close(classic(1), [0.408_479, 0.022_097, 0.125, 0.5, user_5, 0.0]);
    // A dampening of 2 halves the exponents: roots.
    close(
        classic(2),
        [
            0.639_124,
            0.148_651,
            0.353_553,
            0.5_f64.sqrt(),
            user_5.sqrt(),
            0.0,
        ],
    );
}

#[test]
fn the_manuals_example_as_a_tree() {
    // Level by level: D 0.6/0.25 = 2.4, A 0.4/0.45 = 0.89, the user without a share 0.
    // Below D: F has no usage, E (25/60)/1. Below A: B 0.75/(20/45) = 1.69, C 0.25/(25/45)
    // = 0.45; in C user 3 has no usage. So 5, 4, 1, 3, 2, the user without a share.
    let ranks = factors(&MANUAL, Algorithm::Tree, &USED);
    assert_eq!(ranks, [4, 2, 3, 5, 6, 1].map(|rank| (rank, 6)));
}

#[test]
fn members_without_usage_share_the_first_rank() {
    let ranks = factors(&MANUAL, Algorithm::Tree, &[]);
    // All but the one without a share, who is last.
    assert_eq!(ranks, [6, 6, 6, 6, 6, 1].map(|rank| (rank, 6)));
}

#[test]
fn equal_accounts_are_one_list_and_an_equal_user_ranks_with_its_first() {
    // A and B have a share each and used 10 each; so did user u beside them.
    let all = [
        TreeMember::account(None, 1), // 0: A
        TreeMember::account(None, 1), // 1: B
        TreeMember::user(None, 1),    // 2: u
        TreeMember::user(Some(0), 1), // 3: a1, used 10: (1/2)/(10/10) = 0.5
        TreeMember::user(Some(0), 1), // 4: a2, used nothing
        TreeMember::user(Some(1), 1), // 5: b1, used 5: (1/2)/(5/10) = 1
        TreeMember::user(Some(1), 1), // 6: b2, the same
        TreeMember::account(None, 1), // 7: an account without users is as if it were not there
    ];
    let used = [(2, 10), (3, 10), (5, 5), (6, 5)];
    let ranks = factors(&all, Algorithm::Tree, &used);
    // One list: a2, then b1 and b2, then a1; u as a2.
    assert_eq!(ranks, [5, 1, 5, 3, 3].map(|rank| (rank, 5)));
}

#[test]
fn what_is_new_decays_over_its_own_duration() {
    let (mut members, mut stack) = ([Member::user(None, 1), Member::user(None, 3)], [0; 2]);
    let decay = Decay {
        half_life: Some(Duration::from_seconds(693)),
        ..NO_DECAY
    };
    let mut fairshare = Fairshare::new(Algorithm::Tree, decay, &mut members, &mut stack).unwrap();
    let at = Time::from_seconds;
    fairshare.begin(at(100));
    assert_eq!(fairshare.next(), at(300));
    // A second leaves 1 - 0.693 / 693 = 0.999. One unit from 100 on, another from 250 until 450.
    fairshare.start(0, ONE, at(100));
    fairshare.advance(at(250));
    fairshare.start(0, ONE, at(250));
    fairshare.advance(at(450));
    // Each charge, and what each calculation leaves, is rounded down to thousandths: ten in all.
    let close = |found: f64, expected: f64| {
        assert!((-1e-3..10e-3).contains(&(expected - found)), "{found}");
    };
    // At 300: 200 * 0.999^200 + 50 * 0.999^50 = 163.7298 + 47.5603.
    close(fairshare.usage(0), 211.2900);
    // At 450 both end, and are charged 150 * 0.999^150 = 129.0965 each.
    fairshare.end(0, ONE, at(100), at(450));
    fairshare.end(0, ONE, at(250), at(450));
    fairshare.start(1, BilledUnits::units(2), at(450));
    fairshare.advance(at(1050));
    // 0.999^300 = 0.740707 is left at 600 of 469.4831, and again at 900. The other has at 600
    // 2 * 150 * 0.999^150 = 258.1930, at 900 that by 0.740707, and 2 * 300 * 0.740707.
    close(fairshare.usage(0), 257.5804);
    close(fairshare.usage(1), 635.6696);
    close(fairshare.total(), 257.5804 + 635.6696);
    assert_eq!(
        [0, 1, 2].map(|index| fairshare.target(index)),
        [0.25, 0.75, 1.0]
    );
}

/// What the log of a real Slurm 22.05.8 says of the usage of its users: half-life 300 s,
/// calculated every 60 s, without `limits`. Times are counted from half a minute before its first
/// calculation with users.
#[test]
fn usage_is_that_of_a_real_slurm() {
    let all = [
        TreeMember::account(None, 1), // 0: phys
        TreeMember::account(None, 1), // 1: chem
        TreeMember::user(Some(0), 1), // 2: daemon
        TreeMember::user(Some(0), 1), // 3: bin
        TreeMember::user(Some(1), 1), // 4: games
        TreeMember::user(Some(1), 1), // 5: sys
        TreeMember::user(None, 1),    // 6: root
    ];
    let (mut members, mut stack) = (members(&all), vec![0; all.len()]);
    let decay = Decay {
        half_life: Some(Duration::from_seconds(300)),
        period: Duration::from_seconds(60),
        phase: milliseconds(15_488),
        charges_ends: false,
    };
    let mut fairshare = Fairshare::new(Algorithm::Tree, decay, &mut members, &mut stack).unwrap();
    // Users, CPUs, start and end of the jobs that ran when it was calculated, in milliseconds, and
    // of one that did not (7).
    let jobs = [
        (4, 10, 41_599, 76_683),
        (2, 2, 52_231, 85_299),
        (4, 4, 67_232, 86_299),
        (2, 10, 87_239, 103_335),
        (3, 16, 105_985, 146_096),
        (2, 12, 187_321, 240_426),
        (2, 4, 207_343, 287_462),
        (2, 10, 246_770, 256_840),
    ];
    let mut changes: Vec<(u64, usize)> = (0..jobs.len())
        .flat_map(|job| [(jobs[job].2, job), (jobs[job].3, job)])
        .collect();
    changes.sort_unstable();
    // Usage of daemon, bin and games after each calculation, as far as it is said.
    let expected = [
        [Some(43.617_129), Some(0.0), Some(345.702_971)],
        [None, Some(447.826_526), None],
        [Some(127.287_147), None, None],
        [Some(370.768_310), None, None],
    ];
    let mut expected = expected.iter();
    fairshare.begin(Time::ZERO);
    fairshare.advance(Time(16_000_000_000));
    for (at, job) in changes {
        let at = Time(at * 1_000_000);
        let (user, cpus, start, end) = jobs[job];
        if fairshare.advance(at) {
            for (user, expected) in [2, 3, 4].into_iter().zip(expected.next().unwrap()) {
                let (found, expected) = (fairshare.usage(user), expected.unwrap_or(-1.0));
                // What a CPU has used is rounded down to thousandths.
                let is_close = (found - expected).abs() < 0.02 || expected < 0.0;
                assert!(is_close, "{user} at {at:?}: {found}, in reality {expected}");
            }
        }
        if at.0 == start * 1_000_000 {
            fairshare.start(user, BilledUnits::units(cpus), at);
        } else {
            let (start, end) = (Time(start * 1_000_000), Time(end * 1_000_000));
            fairshare.end(user, BilledUnits::units(cpus), start, end);
        }
    }
    assert!(expected.next().is_none());
    // In the end chem has more for its usage, then bin; root has used nothing.
    let factors = [6, 5, 4, 3, 2].map(|user| fairshare.factor(user).numerator());
    assert_eq!(factors, [5, 4, 3, 2, 1]);
}

const fn milliseconds(count: u64) -> Duration {
    Duration(1_000_000 * count)
}

#[test]
fn idle_time_is_decayed_at_once() {
    let (mut members, mut stack) = ([Member::user(None, 1)], [0]);
    let decay = Decay {
        period: Duration::ZERO,
        ..Decay::default()
    };
    let mut fairshare = Fairshare::new(Algorithm::Tree, decay, &mut members, &mut stack).unwrap();
    assert!(fairshare.advance(Time::MAX));
    assert_eq!(fairshare.usage(0), 0.0);
}

#[test]
fn members_that_are_not_a_tree_are_refused() {
    let refused = |mut members: Vec<Member>| {
        let mut stack = vec![0; members.len()];
        let made = Fairshare::new(Algorithm::Tree, NO_DECAY, &mut members, &mut stack);
        made.err().map(|error| error.to_string())
    };
    let user = Member::user(None, 1);
    let sentence = |member, parent| {
        Some(format!(
            "member {member} of the shares is below {parent}; it must be below an account ahead of it"
        ))
    };
    assert_eq!(
        refused(vec![user, Member::user(Some(0), 1)]),
        sentence(1, 0)
    );
    assert_eq!(refused(vec![Member::account(Some(0), 1)]), sentence(0, 0));
    assert_eq!(refused(vec![Member::user(Some(7), 1)]), sentence(0, 7));
    assert_eq!(refused(vec![user]), None);
    let (mut members, mut stack) = ([user, user], [0]);
    let error = Fairshare::new(Algorithm::Tree, NO_DECAY, &mut members, &mut stack).unwrap_err();
    assert!(matches!(error, FairshareError::Capacity(_)), "{error}");
}
