//! What a command of the command line is, and how their table becomes subcommands.

use std::path::PathBuf;

use super::arguments::reading::Reading;
use laboratory::base::problem::Problem;

/// Arguments of a command, which it is performed with.
pub(super) trait Perform {
    /// Limits of what it reads, if they can be set.
    fn reading(&self) -> Option<&Reading> {
        None
    }

    /// Files that it writes, as far as they are named.
    fn outputs(&self) -> Vec<&PathBuf> {
        Vec::new()
    }

    /// Performs it.
    ///
    /// # Errors
    /// A check, a run or an output failed, or the usage or the input is bad.
    fn perform(&self) -> Result<(), Problem>;
}

/// Large arguments are in a box.
impl<P: Perform> Perform for Box<P> {
    fn reading(&self) -> Option<&Reading> {
        (**self).reading()
    }

    fn outputs(&self) -> Vec<&PathBuf> {
        (**self).outputs()
    }

    fn perform(&self) -> Result<(), Problem> {
        (**self).perform()
    }
}

/// Makes the subcommands of a table: each has its documentation, which is its help, its name, its
/// arguments, and where it is there, if not everywhere.
macro_rules! commands {
    ($($(#[$help:meta])+ $Name:ident($Arguments:ty) $(where $system:meta)?;)+) => {
        #[derive(Debug, clap::Subcommand)]
        enum Command {
            $($(#[$help])+ $(#[cfg($system)])? $Name($Arguments),)+
        }

        impl Command {
            /// Its arguments.
            fn arguments(&self) -> &dyn Perform {
                match self {
                    $($(#[cfg($system)])? Self::$Name(arguments) => arguments,)+
                }
            }
        }
    };
}
pub(super) use commands;
