//! `cosched serve`: the queue's oracle at an address, and `cosched when`, which asks it.

mod arguments;

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use crate::cli::arguments::import::Size;
use crate::cli::arguments::reading::Reading;
use crate::cli::command::Perform;
use crate::cli::explain::instant_at;
use crate::cli::logs::site::read_limits;
use crate::cli::predict::parameters;
use crate::cli::run::{runs_of, simulate_with_bar};
use crate::cli::show::output::{note, print};
use ::serve::address::{Address, AllowedUsers};
use ::serve::configuration::Configuration;
use ::serve::effort::Effort;
use ::serve::log::Log;
use ::serve::record::copy_out;
use ::serve::service::{Options, serve};
use ::serve::situation::Source;
use ::serve::slurm::{LimitSource, Slurm, SlurmOptions, not_simulated};
use ::serve::{Limits, Token, WindowPage, when};
pub(super) use arguments::{Serve, When};
use laboratory::base::format::counted;
use laboratory::base::problem::Problem;
use laboratory::load::recorded::remarks_on;
use laboratory::record::choice::Choice;
use laboratory::run::predict::Settings;
use laboratory::run::predict::log::{continued, recorded};
use laboratory::scenario::PolicyName;

impl Perform for Serve {
    fn reading(&self) -> Option<&Reading> {
        Some(&self.scene.reading)
    }

    fn outputs(&self) -> Vec<&PathBuf> {
        self.copy_out.iter().collect()
    }

    fn perform(&self) -> Result<(), Problem> {
        if let (Some(out), Some(record)) = (&self.copy_out, &self.record) {
            let copied = copy_out(record, out)?;
            return print(&format!("{}\n", counted(copied, "judged prediction")));
        }
        let source: Box<dyn Source> = match &self.log {
            Some(log) => Box::new(self.log(log)?),
            None => Box::new(Slurm::new(self.slurm_options()?)?),
        };
        serve(source, self.options()?, &|sentence| {
            note(sentence);
        })
    }
}

impl Serve {
    /// Whom a socket answers.
    fn allowed(&self) -> Result<AllowedUsers, Problem> {
        if let (Address::Port(at), [_, ..]) = (&self.listen, &*self.allow_users) {
            return Err(Problem::input(format!(
                "--allow-users: who asks is known at a socket alone, as --listen unix:/run/cosched.sock, and not at {at}"
            )));
        }
        AllowedUsers::new(&self.allow_users)
    }

    fn options(&self) -> Result<Options, Problem> {
        let token = self.token_file.as_deref().map(Token::read).transpose()?;
        Ok(Options {
            listen: self.listen.clone(),
            allowed: self.allowed()?,
            token,
            window: self.page.as_deref().map(WindowPage::read).transpose()?,
            limits: Limits {
                connections: self.connections as usize,
                rate: self.rate,
                patience: Duration::from_secs_f64(self.patience),
            },
            interval: Duration::from_secs_f64(self.interval),
            effort: Effort {
                settings: Settings {
                    draws: self.draws,
                    seed: self.scene.seed.unwrap_or(1),
                },
                instants: self.instants,
                with_names: self.names,
            },
            record: self.record.clone(),
            most_recorded: self.most_recorded as usize,
            stop: stopped_by_signals(),
        })
    }

    /// The log, as it was recorded where it says when jobs started, and from --at on.
    fn log(&self, file: &std::path::Path) -> Result<Log, Problem> {
        let (experiment, choices) = runs_of(file, None, &self.scene, true)?;
        let text = self.at.as_deref().unwrap_or_default();
        let at = instant_at(text, &experiment.clock)?;
        let mut deciding = choices.iter().filter(|choice| !choice.policy.replays());
        // What is run of a log unless it is said otherwise is there to be compared; EASY is nearest to
        // what clusters do.
        let usual = Choice::plain(PolicyName::Easy, &parameters(&self.scene));
        let is_easy = |choice: &&Choice| choice.policy == PolicyName::Easy;
        let easy = deciding.clone().find(is_easy);
        let easy = easy.filter(|_| self.scene.policies.is_empty());
        let choice = easy.or(deciding.next()).unwrap_or(&usual);
        let with_segments = experiment.cluster.is_some();
        let run = match recorded(&experiment) {
            Some(as_recorded) => {
                remarks_on(&experiment)
                    .iter()
                    .for_each(|remark| note(remark));
                let run = simulate_with_bar(&experiment, &as_recorded, with_segments, true)?;
                continued(&run, choice)
            }
            None => simulate_with_bar(&experiment, choice, with_segments, true),
        };
        let log = run.and_then(|run| Log::new(run, at, self.pace));
        log.map_err(|problem| problem.in_file(file))
    }

    fn limit_source(&self) -> Result<LimitSource, Problem> {
        if self.ask_limits {
            return Ok(LimitSource::Asked);
        }
        let limits = read_limits(&self.limits)?;
        if let Some(remark) = not_simulated(&limits) {
            note(&remark);
        }
        Ok(LimitSource::Known(limits.limits))
    }

    fn slurm_options(&self) -> Result<SlurmOptions, Problem> {
        if self.scene.policies.len() > 1 {
            let sentence = "--policy: one decides from now on; it was given more than once";
            return Err(Problem::input(sentence));
        }
        let configuration = self.conf.as_deref().map(Configuration::read);
        Ok(SlurmOptions {
            configuration: configuration.transpose()?.unwrap_or_default(),
            limits: self.limit_source()?,
            limit: Duration::from_secs_f64(self.command_limit),
            days: self.history_days,
            history_every: Duration::from_secs_f64(self.history_interval),
            policy: self.scene.policies.first().copied(),
            parameters: parameters(&self.scene),
            size: self.size.map(Size::sizing),
        })
    }
}

/// A message when the program is to end, so that what Slurm's commands wrote is removed; at the
/// second signal it ends at once.
fn stopped_by_signals() -> Receiver<()> {
    let (sender, stop) = channel();
    let own = sender.clone();
    let mut was_asked = false;
    let handler = move || {
        if was_asked {
            std::process::exit(130);
        }
        was_asked = true;
        // It may have ended by itself.
        let _ = own.send(());
    };
    if ctrlc::set_handler(handler).is_err() {
        // Without a handler a signal ends the program as ever; a closed channel would end the service.
        std::mem::forget(sender);
    }
    stop
}

impl Perform for When {
    fn perform(&self) -> Result<(), Problem> {
        let token = self.token_file.as_deref().map(Token::read).transpose()?;
        let lines = when(&self.job, &self.at, token.as_ref())?;
        print(&(lines.join("\n") + "\n"))
    }
}
