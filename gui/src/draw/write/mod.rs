//! Drawings as files: vectors, pictures, tables.

pub mod csv;
pub mod picture;
pub mod study;
pub mod svg;
