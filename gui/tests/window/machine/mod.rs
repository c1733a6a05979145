//! The machine and the workload in the window: kinds, partitions, shares, power, models.

mod bands;
mod fairshare;
mod fragmentation;
mod models;
mod power;
