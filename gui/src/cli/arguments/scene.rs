//! Arguments that adjust a scenario, and that ask about one of its runs.

use std::path::PathBuf;

use clap::{ArgGroup, Args, ValueEnum};
use cosched_core::policy::Order;

use crate::cli::arguments::reading::Reading;
use crate::cli::arguments::values::{
    external, jobs_to_draw, load, nodes, orders, policy, predictor, setting,
};
use laboratory::load::formats;
use laboratory::scenario::queue::Predictor;
use laboratory::scenario::{Branch, Dialect, PolicyName, WarmUp, order_of};

/// Help text of `--branch`.
const BRANCH: &str = "\
One more run that is another until an instant, at which something is done: \
'at=1h from=easy policy=conservative'. Besides `policy=NAME`: `order=ORDER`, \
`backfill-order=ORDER`, `depth=N`, `drain=N` (the last nodes) or `drain=0-3`, `add=N`, \
`submit=NODESxRUNTIME` (16x2h, with an estimate 16x2h/3h, at a later instant 16x2h@90m), \
`cancel=JOB`, `move=JOB:front`, `move=JOB:back` or `move=JOB:before:JOB`, and `name=NAME`; \
`from=` may be left out where there is one run. May be given more than once";

/// Help text of `--warm-up`.
pub(super) const WARM_UP: &str = "\
Logs: until so long after the first submission (7d, 12h), or until after '500 jobs', or `first-end`, \
until the first job ends, the schedule is the log's, and no job counts; then the policy goes on with \
what runs and waits";

/// Dialect of a log: the meaning of fields beyond the eighteenth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(in crate::cli) enum DialectName {
    /// Frontier 2024: nodes in the last field
    Frontier,
    /// AleaNG: GPUs, soft wall time and properties
    AleaNg,
}

impl From<DialectName> for Dialect {
    fn from(name: DialectName) -> Self {
        match name {
            DialectName::Frontier => Self::Frontier,
            DialectName::AleaNg => Self::AleaNg,
        }
    }
}

/// What is said goes before what the scenario says.
#[derive(Debug, Args)]
pub(in crate::cli) struct Scene {
    /// A policy to run under, instead of those the scenario names; may be repeated.
    #[arg(long = "policy", value_name = "NAME", value_parser = policy())]
    pub(in crate::cli) policies: Vec<PolicyName>,
    /// Another program that decides, asked and answering in lines of JSON, with its
    /// arguments: 'python3 my.py'; may be given more than once.
    #[arg(long, value_name = "COMMAND", value_parser = external)]
    pub(in crate::cli) external: Vec<PolicyName>,
    /// A parameter of a policy that is built in besides; may be given more than once.
    #[arg(long, value_name = "NAME=VALUE", value_parser = setting)]
    pub(in crate::cli) set: Vec<(String, f64)>,
    /// Nodes or servers of the machine, instead of the scenario's or the log's.
    #[arg(long, value_parser = nodes())]
    pub(in crate::cli) nodes: Option<u32>,
    /// Only the first so many jobs, in the order of the file.
    #[arg(long, value_parser = jobs_to_draw())]
    pub(in crate::cli) jobs: Option<u32>,
    /// Seed of everything drawn at random.
    #[arg(long)]
    pub(in crate::cli) seed: Option<u64>,
    /// Offered load to scale interarrival times to.
    #[arg(long, value_parser = load, allow_negative_numbers = true)]
    pub(in crate::cli) load: Option<f64>,
    #[arg(long, value_name = "ORDER", value_parser = order_of, allow_hyphen_values = true,
        help = orders())]
    pub(in crate::cli) order: Option<Order>,
    /// The same for those that EASY tries behind the head.
    #[arg(long, value_name = "ORDER", value_parser = order_of, allow_hyphen_values = true)]
    pub(in crate::cli) backfill_order: Option<Order>,
    /// How many waiting jobs backfilling looks at.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    pub(in crate::cli) depth: Option<u32>,
    /// By what backfilling plans, instead of users' estimates.
    #[arg(long, value_name = "NAME", value_parser = predictor)]
    pub(in crate::cli) predictor: Option<Predictor>,
    /// Let jobs run on beyond their estimates instead of killing them there.
    #[arg(long)]
    pub(in crate::cli) no_kill: bool,
    #[arg(long = "branch", value_name = "BRANCH", help = BRANCH)]
    pub(in crate::cli) branches: Vec<Branch>,
    /// Accounting without a header: what its fields are, in order, or the name of a list
    /// of them (cosched, xdmod).
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    pub(in crate::cli) fields: Vec<String>,
    /// Logs: what fields beyond the eighteenth are.
    #[arg(long, value_name = "NAME")]
    pub(in crate::cli) dialect: Option<DialectName>,
    #[arg(long, value_name = "SPAN", allow_hyphen_values = true, help = WARM_UP)]
    pub(in crate::cli) warm_up: Option<WarmUp>,
    /// Logs: count time from the first submission.
    #[arg(long)]
    pub(in crate::cli) rebase: bool,
    /// Logs: let jobs with a run time of 0 run 1 s instead of dropping them.
    #[arg(long)]
    pub(in crate::cli) keep_zero_runtimes: bool,
    /// Logs: take the requested size before the allocated one.
    #[arg(long)]
    pub(in crate::cli) prefer_requested: bool,
    /// Logs: give jobs wider than the machine all of it instead of dropping them.
    #[arg(long)]
    pub(in crate::cli) clip_wide: bool,
    /// Logs: raise the estimate to the runtime where a job outran it.
    #[arg(long)]
    pub(in crate::cli) raise_estimates: bool,
    /// Logs: take users to know the runtimes, whatever they estimated.
    #[arg(long)]
    pub(in crate::cli) exact_estimates: bool,
    #[command(flatten)]
    pub(in crate::cli) reading: Reading,
}

/// What is run before something is made of its runs.
#[derive(Debug, Args)]
pub(in crate::cli) struct Subject {
    #[arg(help = format!("To run: {}; `-` is a log or accounting on standard input", formats::plural_list()))]
    pub(in crate::cli) file: PathBuf,
    /// A workload of Batsim: the platform of SimGrid, in XML, on whose hosts it runs. A
    /// table of pods: the table of the nodes, which is found by its name beside theirs.
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) platform: Option<PathBuf>,
    #[command(flatten)]
    pub(in crate::cli) scene: Scene,
    /// Show no progress bar.
    #[arg(long)]
    pub(in crate::cli) quiet: bool,
}

#[derive(Debug, Args)]
#[command(group = ArgGroup::new("question").required(true))]
pub(in crate::cli) struct Explain {
    #[command(flatten)]
    pub(in crate::cli) subject: Subject,
    /// The number of a job: why it started when it did.
    #[arg(long, value_name = "NUMBER", group = "question")]
    pub(in crate::cli) job: Option<u64>,
    /// An instant, in seconds (or as 90m, 5h, 2d) or, where a log has dates, as in
    /// 1996-10-10T07:00: who waited then, in the order of the queue.
    #[arg(long, value_name = "TIME", group = "question")]
    pub(in crate::cli) at: Option<String>,
    /// The longest spans in which nodes were idle though jobs waited, and why.
    #[arg(long, group = "question")]
    pub(in crate::cli) idle: bool,
}
