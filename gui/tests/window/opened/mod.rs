//! Files and documents: opened, edited, saved, and there again at the next start.

mod cases;
mod columns;
mod desk;
mod documents;
pub(crate) mod files;
mod lessons;
mod start;
