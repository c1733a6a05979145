//! Jobs placed on shared servers: SLF, LET, MOM.

pub mod record;
