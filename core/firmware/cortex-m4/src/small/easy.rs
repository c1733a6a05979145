//! EASY alone: runs the small workload and prints its digest through the debugger.
#![no_std]
#![no_main]

mod machine;
#[path = "../../../small.rs"]
mod small;

use cosched_core::machine::profile::points_for;
use cosched_core::policy::Easy;
use cosched_core::{Profile, Time};
use small::{Buffers, JOBS};
use static_cell::ConstStaticCell;

const POINTS: usize = points_for(JOBS);

static BUFFERS: ConstStaticCell<(Buffers, [Time; POINTS], [u32; POINTS])> =
    ConstStaticCell::new((Buffers::new(), [Time::ZERO; POINTS], [0; POINTS]));

#[cortex_m_rt::entry]
fn main() -> ! {
    let digest = BUFFERS.try_take().and_then(|(buffers, times, free)| {
        let mut easy = Easy::new(Profile::new(times, free), JOBS).ok()?;
        small::digest(buffers, &mut easy)
    });
    machine::end(digest.is_some_and(|digest| machine::print(&small::line(b"easy", digest))))
}
