//! The whole program with one more policy: first fit, until a job has waited too long.

use std::process::ExitCode;

use cosched::core::Duration;
use cosched::core::engine::{Context, Explanation, Policy, Quantity, StartReason};
use cosched::{Description, Laboratory, Making, Parameter};

fn main() -> ExitCode {
    let summary = "Whoever fits starts, until somebody has waited too long";
    let policy = Description::new("Patient", "Patient", summary, make);
    let policy = policy.parameter(Parameter {
        name: "patience",
        unit: "s",
        usual: 3600.0,
        range: 0.0..=1e9,
        sentence: "How long a job lets others pass",
    });
    Laboratory::new().policy(policy).main()
}

fn make(making: Making<'_>) -> Result<Box<dyn Policy + '_>, String> {
    let patience = making.values[0];
    Ok(Box::new(Patient { patience }))
}

/// First fit in the order of submission; no job passes one that has waited for `patience` seconds.
struct Patient {
    patience: f64,
}

impl Policy for Patient {
    fn schedule(&mut self, context: &mut Context<'_, '_>) {
        let patience = Duration((self.patience * 1e9) as u64);
        let mut first_blocked = None;
        let mut queue = context.walk();
        while let Some(job) = queue.next(context) {
            let reason = match first_blocked {
                None => StartReason::Head,
                passed => StartReason::Other {
                    why: Explanation::new("it fits, and nobody ahead has waited for {}")
                        .with(Quantity::Duration(patience)),
                    passed,
                },
            };
            if context.start(job, reason).is_ok() {
                continue;
            }
            let waited = context.now().since(context.request(job).submit);
            if waited.seconds() >= self.patience {
                return;
            }
            first_blocked = first_blocked.or(Some(job));
        }
    }
}
