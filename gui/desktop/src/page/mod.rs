//! The window in a page of a browser: files come from the page's script and go to it, and documents
//! are passed on as links.

#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
mod absent;
#[cfg(any(test, all(target_arch = "wasm32", target_os = "unknown")))]
mod access;
#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
mod host;
#[cfg(any(test, all(target_arch = "wasm32", target_os = "unknown")))]
mod link;
mod words;

#[cfg(any(test, all(target_arch = "wasm32", target_os = "unknown")))]
pub use crate::documents::renewal::Renewal;
#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
pub(crate) use host::State;
#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
pub use host::{Host, act, app, describe_to, give, keep, renew, show_link};
pub(crate) use words::{wrote, wrote_into};
