//! A scheduler as used from C, in an arena of any alignment, with checks of the memory
//! around.

use core::ptr;
use std::vec;
use std::vec::Vec;

use crate::calls::*;
use crate::codes::Code;
use crate::handle::{DecisionEvent, Handle, Interval};

/// Parameters of a random machine.
#[derive(Clone, Copy)]
pub(super) struct Machine {
    pub(super) nodes: u32,
    pub(super) slots: u32,
    pub(super) policy: i32,
    pub(super) kill: bool,
}

/// A scheduler in exactly as many bytes as are needed.
pub(super) struct Scheduler {
    // All memory, of which the arena is a part; the memory around it must stay as it is.
    memory: *mut u8,
    length: usize,
    begin: usize,
    bytes: usize,
    handle: *mut Handle,
}

/// Fill byte of the memory.
const AROUND: u8 = 0xa5;

impl Scheduler {
    /// In an arena that begins `begin` bytes into an allocation.
    pub(super) fn new(machine: Machine, begin: usize) -> Self {
        let Machine {
            nodes,
            slots,
            policy,
            kill,
        } = machine;
        let bytes = cosched_bytes_for(nodes, slots, policy);
        let length = begin + bytes + 16;
        let memory = vec![AROUND; length].into_boxed_slice();
        let memory = std::boxed::Box::into_raw(memory).cast::<u8>();
        let mut error = -1;
        // SAFETY: there are as many bytes, used by nothing else.
        let handle = unsafe {
            let arena = memory.add(begin).cast();
            cosched_init(arena, bytes, nodes, slots, policy, kill, &mut error)
        };
        assert_eq!(error, 0);
        Self {
            memory,
            length,
            begin,
            bytes,
            handle,
        }
    }

    pub(super) fn advance(&mut self, now: u64) -> i32 {
        // SAFETY: it is a handle.
        unsafe { cosched_advance(self.handle, now) }
    }

    pub(super) fn complete(&mut self, ticket: u64) -> i32 {
        // SAFETY: it is a handle.
        unsafe { cosched_complete(self.handle, ticket) }
    }

    pub(super) fn cancel(&mut self, ticket: u64) -> i32 {
        // SAFETY: it is a handle.
        unsafe { cosched_cancel(self.handle, ticket) }
    }

    pub(super) fn set_estimate(&mut self, ticket: u64, estimate: u64) -> i32 {
        // SAFETY: it is a handle.
        unsafe { cosched_set_estimate(self.handle, ticket, estimate) }
    }

    /// Result code and ticket; 0 if there is none.
    pub(super) fn submit(&mut self, nodes: u32, estimate: u64, tag: u64) -> (i32, u64) {
        let mut ticket = 0;
        // SAFETY: it is a handle, and the ticket may be written to.
        let answer = unsafe { cosched_submit(self.handle, nodes, estimate, tag, &mut ticket) };
        (answer, ticket)
    }

    /// Decides and reads all: every event with its intervals.
    pub(super) fn decide(&mut self) -> Vec<(DecisionEvent, Vec<(u32, u32)>)> {
        // SAFETY: it is a handle.
        assert_eq!(unsafe { cosched_decide(self.handle) }, 0);
        let mut all = Vec::new();
        while let Some(event) = self.poll() {
            let nodes: &[Interval] = if event.intervals.is_null() {
                &[]
            } else {
                // SAFETY: it points to as many intervals, which stay until the next poll.
                unsafe {
                    core::slice::from_raw_parts(event.intervals, event.interval_count as usize)
                }
            };
            // They stay valid during other calls.
            assert!(self.now() == event.at);
            let nodes = nodes
                .iter()
                .map(|&Interval { first, count }| (first, count));
            all.push((event, nodes.collect()));
        }
        all
    }

    fn poll(&mut self) -> Option<DecisionEvent> {
        let mut event = NOTHING;
        // SAFETY: it is a handle, and the event may be written to.
        match unsafe { cosched_poll(self.handle, &mut event) } {
            0 => Some(event),
            other => {
                assert_eq!(other, Code::Done as i32);
                None
            }
        }
    }

    pub(super) fn now(&self) -> u64 {
        // SAFETY: it is a handle.
        unsafe { cosched_now(self.handle) }
    }

    pub(super) fn next_timeout(&self) -> u64 {
        // SAFETY: it is a handle.
        unsafe { cosched_next_timeout(self.handle) }
    }

    /// Numbers of free nodes, waiting and running jobs.
    pub(super) fn counts(&self) -> [u32; 3] {
        // SAFETY: it is a handle.
        unsafe {
            [
                cosched_free_nodes(self.handle),
                cosched_waiting(self.handle),
                cosched_running(self.handle),
            ]
        }
    }
}

impl Drop for Scheduler {
    fn drop(&mut self) {
        // SAFETY: it is a handle until it is closed; then nothing uses the memory, which
        // was a boxed slice of this length.
        let memory = unsafe {
            assert_eq!(cosched_close(self.handle), 0);
            assert_eq!(cosched_decide(self.handle), Code::NoHandle as i32);
            Vec::from_raw_parts(self.memory, self.length, self.length)
        };
        let (before, behind) = (&memory[..self.begin], &memory[self.begin + self.bytes..]);
        assert!(before.iter().chain(behind).all(|&byte| byte == AROUND));
    }
}

const NOTHING: DecisionEvent = DecisionEvent {
    ticket: 0,
    tag: 0,
    at: 0,
    kind: 0,
    nodes: 0,
    intervals: ptr::null(),
    interval_count: 0,
};
