//! Factors of fairshare worked by hand, and those that Slurm's manual works itself.

use cosched_core::policy::priority::{Algorithm, Decay, Fairshare, FairshareError, Member};
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

const NO_DECAY: Decay = Decay {
    half_life: None,
    period: Duration::from_seconds(300),
};

/// Factors after each of `used` has run its units for a period.
fn factors(all: &[TreeMember], algorithm: Algorithm, used: &[(u32, u32)]) -> Vec<(u64, u64)> {
    let (mut members, mut stack) = (members(all), vec![0; all.len()]);
    let mut fairshare = Fairshare::new(algorithm, NO_DECAY, &mut members, &mut stack).unwrap();
    for &(user, units) in used {
        fairshare.run(user, units);
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
fn half_a_life_leaves_its_root() {
    let (mut members, mut stack) = ([Member::user(None, 1), Member::user(None, 3)], [0; 2]);
    let decay = Decay {
        half_life: Some(Duration::from_seconds(600)),
        period: Duration::from_seconds(300),
    };
    let mut fairshare = Fairshare::new(Algorithm::Tree, decay, &mut members, &mut stack).unwrap();
    fairshare.begin(Time::from_seconds(100));
    assert_eq!(fairshare.next(), Time::from_seconds(300));
    // One unit from 100 on, another from 250 until 450.
    fairshare.run(0, 1);
    fairshare.advance(Time::from_seconds(250));
    fairshare.run(0, 1);
    fairshare.advance(Time::from_seconds(450));
    // At 300: 200 + 50.
    assert_eq!(fairshare.usage(0), 250.0);
    fairshare.stop_all();
    fairshare.run(1, 2);
    fairshare.advance(Time::from_seconds(1050));
    // At 600: 250/√2 + 300 = 476.777, at 900: 337.132; the other at 600 300, at 900
    // 300/√2 + 600 = 812.132.
    let close = |found: f64, expected: f64| assert!((found - expected).abs() < 2e-3, "{found}");
    close(fairshare.usage(0), 337.132);
    close(fairshare.usage(1), 812.132);
    close(fairshare.total(), 337.132 + 812.132);
    assert_eq!(
        [0, 1, 2].map(|index| fairshare.target(index)),
        [0.25, 0.75, 1.0]
    );
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
