//! Functions called by C: they check the pointers and do nothing else.
//!
//! They are documented in `cosched.h`, once. Functions with a handle have the safety
//! conditions of [`check`], and further ones given here.

use core::ffi::{c_char, c_void};
use core::ptr;

use cosched_core::{Setup, Time};

use crate::arena::ArenaLayout;
use crate::codes::Code;
use crate::handle::{DecisionEvent, Handle, Policy};

/// Version of the interface, which `COSCHED_VERSION` must be.
pub(crate) const VERSION: u32 = 1;

/// Result of [`cosched_next_timeout`] when nothing will ever be due.
pub(crate) const NEVER: u64 = u64::MAX;

#[unsafe(no_mangle)]
pub(crate) extern "C" fn cosched_version() -> u32 {
    VERSION
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn cosched_error_text(error: i32) -> *const c_char {
    Code::text(error).as_ptr()
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn cosched_bytes_for(nodes: u32, slots: u32, policy: i32) -> usize {
    let plan =
        Policy::of(policy).and_then(|policy| ArenaLayout::of(&Setup::open(slots, nodes), policy));
    plan.and_then(|plan| plan.bytes()).unwrap_or(0)
}

/// # Safety
/// From `arena` on there are `bytes` writable bytes, used by nothing else until the handle
/// is closed; `error` is writable, or NULL.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn cosched_init(
    arena: *mut c_void,
    bytes: usize,
    nodes: u32,
    slots: u32,
    policy: i32,
    kill_at_estimate: bool,
    error: *mut i32,
) -> *mut Handle {
    let setup = Setup::open(slots, nodes).with_kill_at_estimate(kill_at_estimate);
    // SAFETY: as the caller says.
    let made = unsafe { make(arena, bytes, setup, policy) };
    let code = made.err().unwrap_or(Code::Ok);
    if !error.is_null() {
        // SAFETY: the caller guarantees that it is writable.
        unsafe { error.write(code as i32) };
    }
    made.unwrap_or(ptr::null_mut())
}

/// # Safety
/// From `arena` on there are `bytes` writable bytes, used by nothing else.
unsafe fn make(
    arena: *mut c_void,
    bytes: usize,
    setup: Setup<'static>,
    policy: i32,
) -> Result<*mut Handle, Code> {
    if arena.is_null() {
        return Err(Code::NoPointer);
    }
    let policy = Policy::of(policy)?;
    let plan = ArenaLayout::of(&setup, policy)?;
    if bytes < plan.bytes()? {
        return Err(Code::ArenaTooSmall);
    }
    // SAFETY: there are as many bytes as are needed, used by nothing else.
    unsafe { plan.build(arena.cast(), setup, policy) }
}

/// Checks that this is a handle.
///
/// # Safety
/// `handle` is NULL, or readable memory that nothing else uses meanwhile; if it begins with
/// the word of a handle at this address, it is one.
unsafe fn check(handle: *const Handle) -> Result<(), Code> {
    if handle.is_null() || !handle.is_aligned() {
        return Err(Code::NoHandle);
    }
    // SAFETY: it is aligned and may be read; the word is the first in a handle.
    let magic = unsafe { handle.cast::<u64>().read() };
    if magic == Handle::magic(handle.addr()) {
        Ok(())
    } else {
        Err(Code::NoHandle)
    }
}

/// Calls `act` with the handle.
///
/// # Safety
/// As [`check`], and it is writable.
unsafe fn with(handle: *mut Handle, act: impl FnOnce(&mut Handle) -> Result<(), Code>) -> i32 {
    // SAFETY: as the caller says.
    let looked = unsafe { check(handle) };
    // SAFETY: this is a handle, and nothing else uses it meanwhile.
    let result = looked.and_then(|()| act(unsafe { &mut *handle }));
    Code::from(result) as i32
}

/// Calls `request` with the handle; returns `otherwise` if it is none.
///
/// # Safety
/// As [`check`].
unsafe fn query<T>(handle: *const Handle, otherwise: T, ask: impl FnOnce(&Handle) -> T) -> T {
    // SAFETY: as the caller says.
    match unsafe { check(handle) } {
        // SAFETY: this is a handle, and nothing changes it meanwhile.
        Ok(()) => ask(unsafe { &*handle }),
        Err(_) => otherwise,
    }
}

#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn cosched_close(handle: *mut Handle) -> i32 {
    // SAFETY: as the caller says.
    unsafe {
        with(handle, |handle| {
            handle.close();
            Ok(())
        })
    }
}

#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn cosched_advance(handle: *mut Handle, now: u64) -> i32 {
    // SAFETY: as the caller says.
    unsafe { with(handle, |handle| handle.advance(now)) }
}

/// # Safety
/// As [`check`]; `ticket` is writable, or NULL.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn cosched_submit(
    handle: *mut Handle,
    nodes: u32,
    estimate: u64,
    tag: u64,
    ticket: *mut u64,
) -> i32 {
    let submit = |handle: &mut Handle| {
        if ticket.is_null() {
            return Err(Code::NoPointer);
        }
        let submitted = handle.submit(nodes, estimate, tag)?;
        // SAFETY: the caller guarantees that it is writable.
        unsafe { ticket.write(submitted) };
        Ok(())
    };
    // SAFETY: as the caller says.
    unsafe { with(handle, submit) }
}

#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn cosched_complete(handle: *mut Handle, ticket: u64) -> i32 {
    // SAFETY: as the caller says.
    unsafe { with(handle, |handle| handle.complete(ticket)) }
}

#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn cosched_cancel(handle: *mut Handle, ticket: u64) -> i32 {
    // SAFETY: as the caller says.
    unsafe { with(handle, |handle| handle.cancel(ticket)) }
}

#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn cosched_set_estimate(
    handle: *mut Handle,
    ticket: u64,
    estimate: u64,
) -> i32 {
    // SAFETY: as the caller says.
    unsafe { with(handle, |handle| handle.set_estimate(ticket, estimate)) }
}

#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn cosched_decide(handle: *mut Handle) -> i32 {
    // SAFETY: as the caller says.
    unsafe { with(handle, Handle::decide) }
}

/// # Safety
/// As [`check`]; `event` is writable, or NULL.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn cosched_poll(
    handle: *mut Handle,
    event: *mut DecisionEvent,
) -> i32 {
    let poll = |handle: &mut Handle| {
        if event.is_null() {
            return Err(Code::NoPointer);
        }
        let decided = handle.poll().ok_or(Code::Done)?;
        // SAFETY: the caller guarantees that it is writable.
        unsafe { event.write(decided) };
        Ok(())
    };
    // SAFETY: as the caller says.
    unsafe { with(handle, poll) }
}

#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn cosched_now(handle: *const Handle) -> u64 {
    // SAFETY: as the caller says.
    unsafe { query(handle, 0, |handle| handle.engine().now().0) }
}

#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn cosched_next_timeout(handle: *const Handle) -> u64 {
    let next = |handle: &Handle| handle.engine().next_timeout().map_or(NEVER, |Time(at)| at);
    // SAFETY: as the caller says.
    unsafe { query(handle, NEVER, next) }
}

#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn cosched_free_nodes(handle: *const Handle) -> u32 {
    // SAFETY: as the caller says.
    unsafe { query(handle, 0, |handle| handle.engine().view().free_nodes()) }
}

#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn cosched_waiting(handle: *const Handle) -> u32 {
    // SAFETY: as the caller says.
    unsafe { query(handle, 0, |handle| handle.engine().view().waiting()) }
}

#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn cosched_running(handle: *const Handle) -> u32 {
    // SAFETY: as the caller says.
    unsafe { query(handle, 0, |handle| handle.engine().view().running()) }
}
