//! What opens over the window: files, exports, help, messages.

pub(super) mod export;
pub(super) mod file;
pub(super) mod help;
pub(super) mod leaving;
pub(super) mod notice;
