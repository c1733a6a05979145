//! Arguments that limit how much is read.

use clap::Args;

use laboratory::base::text_file::UNPACKED;

/// How much is read.
#[derive(Debug, Args)]
pub(in crate::cli) struct Reading {
    /// How many MiB a packed file may come to when it is unpacked.
    #[arg(long, value_name = "MIB", default_value_t = UNPACKED, value_parser = clap::value_parser!(u32).range(1..))]
    pub(in crate::cli) unpacked: u32,
}
