//! The workload of the images that hold one policy each, on this machine.

#[path = "../firmware/small.rs"]
mod small;

use cosched_core::engine::Policy;
use cosched_core::machine::profile::points_for;
use cosched_core::policy::{Easy, Fcfs};
use cosched_core::{Profile, Time};
use small::{Buffers, JOBS, digest, line};

/// Each image, its output and maximum size; `.ci/bare-metal` compares with the same file.
const EXPECTED: &str = include_str!("../firmware/small.txt");

fn check(name: &[u8; 4], policy: &mut impl Policy) {
    let mut buffers = Box::new(Buffers::new());
    let digest = digest(&mut buffers, policy).expect("the buffers were made for this workload");
    let line = String::from_utf8(line(name, digest).to_vec()).expect("it is text");
    let mut expected = EXPECTED.lines();
    assert!(
        expected.any(|expected| expected.starts_with(line.trim_end())),
        "{line}"
    );
}

#[test]
fn first_come_first_served_gives_the_digest_of_its_image() {
    check(b"fcfs", &mut Fcfs::new());
}

#[test]
fn easy_gives_the_digest_of_its_image() {
    let (mut times, mut free) = ([Time::ZERO; points_for(JOBS)], [0; points_for(JOBS)]);
    let easy = Easy::new(Profile::new(&mut times, &mut free), JOBS);
    check(
        b"easy",
        &mut easy.expect("the profile was made for this workload"),
    );
}
