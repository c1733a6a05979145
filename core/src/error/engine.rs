//! Errors of the engine for calls of its driver.

use core::fmt;

use crate::units::memory::Memory;
use crate::units::time::Time;

/// Reason why a job was not submitted. Nothing changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SubmitError {
    /// All slots are taken by jobs in the system.
    NoSlot,
    /// The workload is known beforehand.
    Closed,
    /// It requests no nodes.
    NoWidth,
    /// It requests more nodes than the machine has.
    TooWide {
        /// Requested nodes.
        nodes: u32,
        /// Nodes of the machine, or busy nodes allowed by the last cap.
        machine: u32,
    },
    /// It needs more memory than a node has.
    TooMuchMemory {
        /// Memory it needs on each node.
        memory: Memory,
        /// Memory of a node.
        node: Memory,
    },
    /// It has no runtime.
    NoRuntime,
    /// Its estimate is 0, or longer than 146 years.
    NoEstimate,
    /// It would end beyond the range of 292 years.
    TooLong,
    /// It would be submitted before the previous one.
    OutOfOrder {
        /// Its submit time.
        submit: Time,
        /// The present instant.
        now: Time,
    },
    /// 4 294 967 295 jobs were submitted before it.
    TooMany,
}

impl fmt::Display for SubmitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSlot => f.write_str("as many jobs are in the system as there are slots"),
            Self::Closed => f.write_str("the workload is known beforehand and takes no more jobs"),
            Self::NoWidth => f.write_str("the job asks for 0 nodes; at least 1 is needed"),
            Self::TooWide { nodes, machine } => write!(
                f,
                "the job asks for {nodes} nodes; the machine has {machine}"
            ),
            Self::TooMuchMemory { memory, node } => {
                write!(f, "the job needs {memory} on each node; a node has {node}")
            }
            Self::NoRuntime => f.write_str("the job has a runtime of 0 s; it must be longer"),
            Self::NoEstimate => f.write_str(
                "the job has an estimate of 0 s or of more than 146 years; it must lie between",
            ),
            Self::TooLong => f.write_str("the job would end beyond 292 years"),
            Self::OutOfOrder { submit, now } => write!(
                f,
                "the job is submitted at {submit} s, but it is {now} s already"
            ),
            Self::TooMany => f.write_str("4 294 967 295 jobs were submitted already"),
        }
    }
}

impl core::error::Error for SubmitError {}

/// Reason why the engine refuses a call. Nothing changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum EngineError {
    /// Time does not run backwards.
    Backwards {
        /// The time given.
        now: Time,
        /// The present time.
        before: Time,
    },
    /// An event comes before.
    Skips {
        /// The time given.
        now: Time,
        /// Time of the event.
        next: Time,
    },
    /// The job has ended, or was never submitted here.
    NoSuchJob,
    /// The job is not running.
    NotRunning,
    /// An estimate of 0, or of more than 146 years.
    NoEstimate,
    /// The machine does not have the node.
    NoSuchNode {
        /// The node, from 0.
        node: u32,
        /// Number of nodes of the machine.
        machine: u32,
    },
    /// The setup says that all nodes are always in service.
    NoOutages,
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Backwards { now, before } => {
                write!(f, "it cannot be {now} s; it is {before} s already")
            }
            Self::Skips { now, next } => write!(
                f,
                "it cannot be {now} s yet; something happens before, at {next} s"
            ),
            Self::NoSuchJob => f.write_str("the job has ended, or never was submitted"),
            Self::NotRunning => f.write_str("the job is not running"),
            Self::NoSuchNode { node, machine } => write!(
                f,
                "there is no node {node}, counted from 0; the machine has {machine}"
            ),
            Self::NoOutages => f.write_str(
                "the setup says that all nodes are always in service: set `outages.by_hand`",
            ),
            Self::NoEstimate => {
                f.write_str("the estimate must be longer than 0 s and at most 146 years")
            }
        }
    }
}

impl core::error::Error for EngineError {}
