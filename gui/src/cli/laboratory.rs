//! The program with policies of one's own.

use std::ffi::OsString;
use std::process::ExitCode;

use crate::cli::show::output::note;
use laboratory::scenario::policy::own::Description;
use laboratory::scenario::policy::registry::Registry;

/// The whole program, command line and window, with policies of one's own beside ours:
/// they are in `--policy` and `--help`, in scenarios, in the list of the window with
/// their parameters, and their reasons in the inspector.
///
/// ```no_run
/// use cosched::core::Context;
/// use cosched::core::engine::{Policy, StartReason};
/// use cosched::{Description, Laboratory};
///
/// /// Whoever fits starts, the last submitted first.
/// fn last_first(context: &mut Context<'_, '_>) {
///     let mut queue: Vec<_> = context.queue().collect();
///     while let Some(job) = queue.pop() {
///         let passed = queue.first().copied();
///         let why = "it was submitted last of those that fit".into();
///         let _ = context.start(job, StartReason::Other { why, passed });
///     }
/// }
///
/// fn main() -> std::process::ExitCode {
///     let summary = "Whoever fits starts, the last submitted first";
///     let policy = Description::new("LastFirst", "Last first", summary, |_| {
///         Ok(Box::new(last_first))
///     });
///     Laboratory::new().policy(policy).main()
/// }
/// ```
#[derive(Default)]
pub struct Laboratory {
    policies: Vec<Description>,
}

impl Laboratory {
    /// The laboratory with the published policies alone.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a policy.
    #[must_use]
    pub fn policy(mut self, policy: Description) -> Self {
        self.policies.push(policy);
        self
    }

    /// Makes the policies known without running the program: for tests, or a program that opens the
    /// window itself.
    ///
    /// # Errors
    /// A name is not allowed.
    pub fn register(self) -> Result<(), String> {
        Registry::new(self.policies).map(Registry::make_usual)
    }

    /// Runs the command line. Exit code 0 is success, 1 a check, a run or an output that failed, 2
    /// bad usage or input.
    pub fn main(self) -> ExitCode {
        ExitCode::from(self.run(std::env::args_os()))
    }

    /// Runs the command line with `arguments`, the program's name first, and returns the exit code.
    pub fn run(self, arguments: impl IntoIterator<Item = OsString>) -> u8 {
        // A program that has none may run more than one command line.
        let registered = if self.policies.is_empty() {
            Ok(())
        } else {
            self.register()
        };
        if let Err(sentence) = registered {
            note(&format!("cosched: {sentence}"));
            return 2;
        }
        super::run_program(arguments)
    }
}
