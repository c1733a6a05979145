//! Live scheduling: tasks of an executor are the jobs, and EASY decides which of them run.
#![no_std]
#![no_main]

mod clock;
mod jobs;
#[path = "../../../live.rs"]
mod live;

use core::fmt;

use cortex_m_semihosting::{debug, hio};
use cosched_core::engine::storage::{timers_for, words_for};
use cosched_core::engine::{Engine, Slot, Ticket, View};
use cosched_core::error::EngineError;
use cosched_core::machine::profile::points_for;
use cosched_core::policy::Easy;
use cosched_core::{Event, JobId, Profile, Setup, Sink, StaticStorage, Storage, Time};
use embassy_executor::Executor;
use embassy_futures::select::{Either, select};
use embassy_time::{Instant, Timer};
use jobs::{MESSAGES, Message, Order, WIRES};
use live::{Log, NODES, PLANS};
use panic_semihosting as _;
use static_cell::{ConstStaticCell, StaticCell};

/// Maximum number of jobs in the system, half of all.
const SLOTS: usize = PLANS.len() / 2;
const POINTS: usize = points_for(SLOTS);
const TIMERS: usize = timers_for(SLOTS, 0);
const WORDS: usize = words_for(NODES as usize);
/// The engine counts nanoseconds, the clock milliseconds.
const MILLISECOND: u64 = 1_000_000;

/// Memory of the engine and the policy, all zero bytes when new.
struct Buffers {
    storage: StaticStorage<SLOTS, TIMERS, { NODES as usize }, WORDS>,
    slots: [Slot; SLOTS],
    times: [Time; POINTS],
    free: [u32; POINTS],
}

static BUFFERS: ConstStaticCell<Buffers> = ConstStaticCell::new(Buffers {
    storage: StaticStorage::new(),
    slots: [Slot::EMPTY; SLOTS],
    times: [Time::ZERO; POINTS],
    free: [0; POINTS],
});

static EXECUTOR: StaticCell<Executor> = StaticCell::new();

#[cortex_m_rt::entry]
fn main() -> ! {
    let peripherals = cortex_m::Peripherals::take().expect("nobody has taken them");
    clock::start(peripherals.SYST);
    EXECUTOR.init_with(Executor::new).run(|spawner| {
        spawner.spawn(schedule(BUFFERS.take()).expect("there is one scheduler"));
        for index in 0..PLANS.len() {
            spawner.spawn(jobs::job(index).expect("there is a task for each"));
        }
    })
}

/// Receives messages of tasks, lets EASY decide, and orders tasks, until all have ended.
#[embassy_executor::task]
async fn schedule(buffers: &'static mut Buffers) {
    let storage = Storage {
        slots: &mut buffers.slots,
        ..buffers.storage.as_storage()
    };
    let mut engine =
        Engine::new(Setup::open(SLOTS as u32, NODES), storage).expect("the buffers suffice");
    let profile = Profile::new(&mut buffers.times, &mut buffers.free);
    let mut easy = Easy::new(profile, SLOTS).expect("the profile suffices");
    let mut sinks = (Log::new(Host), Orders::new());
    let mut tickets = [None; PLANS.len()];
    while !sinks.0.is_over() {
        let first = wait(engine.next_timeout()).await;
        let now = Time(Instant::now().as_millis() * MILLISECOND);
        engine.advance(now).expect("the clock goes forward");
        let rest = core::iter::from_fn(|| MESSAGES.try_receive().ok());
        for news in first.into_iter().chain(rest) {
            on_message(news, &mut engine, &mut tickets, &mut sinks);
        }
        engine.decide(&mut easy, &mut sinks).expect("EASY can");
        sinks.1.carry_out().await;
    }
    assert!(jobs::all_have_left());
    assert_eq!(
        (engine.view().running(), engine.view().free_nodes()),
        (0, NODES)
    );
    sinks.0.finish().expect("the log can be written");
    debug::exit(debug::EXIT_SUCCESS);
}

/// Waits for a message, but not beyond `timeout`.
async fn wait(timeout: Option<Time>) -> Option<Message> {
    let at = timeout.map_or(Instant::MAX, |at| {
        Instant::from_millis(at.0.div_ceil(MILLISECOND))
    });
    match select(MESSAGES.receive(), Timer::at(at)).await {
        Either::First(news) => Some(news),
        Either::Second(()) => None,
    }
}

fn on_message(
    news: Message,
    engine: &mut Engine<'_>,
    tickets: &mut [Option<Ticket>; PLANS.len()],
    sink: &mut dyn Sink,
) {
    match news {
        Message::Arrived(index) => {
            let ticket = engine.submit(PLANS[index].request(), index as u64, sink);
            tickets[index] = Some(ticket.expect("there is a slot and there are nodes"));
        }
        Message::Done(index) => {
            let ticket = tickets[index].take().expect("it has arrived");
            match engine.complete(ticket, sink) {
                // It may have been stopped in the same instant.
                Ok(()) | Err(EngineError::NoSuchJob) => {}
                Err(error) => panic!("job {}: {error}", index + 1),
            }
        }
    }
}

/// Orders for tasks from the decisions of an instant, by index of the plan.
struct Orders {
    decided: [Option<Event>; SLOTS],
    orders: [Option<Order>; PLANS.len()],
}

impl Orders {
    const fn new() -> Self {
        Self {
            decided: [None; SLOTS],
            orders: [const { None }; PLANS.len()],
        }
    }

    /// Stops killed tasks, and when they have left wakes started ones.
    async fn carry_out(&mut self) {
        for (order, wire) in self.orders.iter_mut().zip(&WIRES) {
            if let Some(stop) = order.take_if(|order| matches!(order, Order::Stop)) {
                wire.order.signal(stop);
                wire.gone.wait().await;
            }
        }
        for (order, wire) in self.orders.iter_mut().zip(&WIRES) {
            if let Some(start) = order.take() {
                wire.order.signal(start);
            }
        }
    }
}

impl Sink for Orders {
    fn record(&mut self, _: Time, event: Event) {
        match event {
            Event::Started(job, _) | Event::Killed(job, _) => {
                self.decided[job.index()] = Some(event);
            }
            _ => {}
        }
    }

    fn instant(&mut self, view: &View<'_, '_>) {
        for event in self.decided.iter_mut().filter_map(Option::take) {
            let job = event.job();
            let order = match event {
                Event::Started(..) => Order::Start(nodes_of(view, job)),
                _ => Order::Stop,
            };
            self.orders[view.tag(job) as usize] = Some(order);
        }
    }
}

/// Bitmap of the nodes of a job.
fn nodes_of(view: &View<'_, '_>, job: JobId) -> u64 {
    let nodes = view
        .held(job)
        .flat_map(|(first, count)| first..first + count);
    nodes.fold(0, |bits, node| bits | 1 << node)
}

/// The debugger's standard output.
struct Host;

impl fmt::Write for Host {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        hio::hstdout().map_err(|()| fmt::Error)?.write_str(text)
    }
}
