//! Clock by the system timer of the chip, and wake-ups of tasks.

use core::cell::{Cell, RefCell};
use core::task::Waker;

use cortex_m::peripheral::SYST;
use cortex_m::peripheral::syst::SystClkSource;
use critical_section::Mutex;
use embassy_time_driver::{Driver, TICK_HZ};
use embassy_time_queue_utils::Queue;

/// Cycles per second of the board's processor.
const CYCLES: u32 = 25_000_000;

/// Counts ticks. Tasks wait in a queue with an entry for each, so that none can be refused.
struct Clock {
    ticks: Mutex<Cell<u64>>,
    queue: Mutex<RefCell<Queue>>,
}

// The executor's tasks find it by the symbols that this defines.
embassy_time_driver::time_driver_impl!(static CLOCK: Clock = Clock {
    ticks: Mutex::new(Cell::new(0)),
    queue: Mutex::new(RefCell::new(Queue::new())),
});

impl Driver for Clock {
    fn now(&self) -> u64 {
        critical_section::with(|section| self.ticks.borrow(section).get())
    }

    fn schedule_wake(&self, at: u64, waker: &Waker) {
        critical_section::with(|section| {
            let mut queue = self.queue.borrow_ref_mut(section);
            // A task that is due already is woken by the next tick.
            queue.schedule_wake(at, waker);
        });
    }
}

/// Starts the clock.
pub(crate) fn start(mut timer: SYST) {
    timer.set_clock_source(SystClkSource::Core);
    timer.set_reload(CYCLES / TICK_HZ as u32 - 1);
    timer.clear_current();
    timer.enable_interrupt();
    timer.enable_counter();
}

#[cortex_m_rt::exception]
fn SysTick() {
    critical_section::with(|section| {
        let ticks = CLOCK.ticks.borrow(section);
        ticks.set(ticks.get() + 1);
        let mut queue = CLOCK.queue.borrow_ref_mut(section);
        queue.next_expiration(ticks.get());
    });
}
