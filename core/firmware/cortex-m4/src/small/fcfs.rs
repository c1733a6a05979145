//! FCFS alone: runs the small workload and prints its digest through the debugger.
#![no_std]
#![no_main]

mod machine;
#[path = "../../../small.rs"]
mod small;

use cosched_core::policy::Fcfs;
use small::Buffers;
use static_cell::ConstStaticCell;

static BUFFERS: ConstStaticCell<Buffers> = ConstStaticCell::new(Buffers::new());

#[cortex_m_rt::entry]
fn main() -> ! {
    let buffers = BUFFERS.try_take();
    let digest = buffers.and_then(|buffers| small::digest(buffers, &mut Fcfs::new()));
    machine::end(digest.is_some_and(|digest| machine::print(&small::line(b"fcfs", digest))))
}
