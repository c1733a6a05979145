//! Drawings as files: vectors, pictures, tables.

pub mod csv;
pub mod file;
pub mod picture;
pub mod print;
pub mod schedule;
pub mod study;
pub mod svg;
