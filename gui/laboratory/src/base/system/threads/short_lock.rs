//! Locks held for moments, which a page's own thread may take.

use std::sync::{Mutex, MutexGuard, TryLockError};

/// A value that is locked for moments only. Whoever finds it locked tries again at once: a page's
/// own thread must not be made to wait.
#[derive(Debug, Default)]
pub struct ShortLock<T>(Mutex<T>);

impl<T> ShortLock<T> {
    /// An unlocked `value`.
    pub const fn new(value: T) -> Self {
        Self(Mutex::new(value))
    }

    /// The value, locked until the guard is dropped; as it was left where a thread panicked.
    pub fn lock(&self) -> MutexGuard<'_, T> {
        loop {
            match self.0.try_lock() {
                Ok(guard) => return guard,
                Err(TryLockError::Poisoned(poisoned)) => return poisoned.into_inner(),
                Err(TryLockError::WouldBlock) => std::thread::yield_now(),
            }
        }
    }
}
