//! Limits of associations and qualities of service, as `sacctmgr` prints or dumps them.

mod dump;
mod parents;
mod preemption;
mod table;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use self::parents::{Parents, ROOT};
use super::text::tres::Tres;
use crate::base::problem::Problem;
use crate::base::text_file;
use crate::scenario::Scenario;
use crate::scenario::cluster::{Limit, Limits};

/// Limits that `sacctmgr` has printed or dumped.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct PrintedLimits {
    /// Limits of users, accounts, qualities of service, and users within these.
    pub limits: Limits,
    /// Priorities of qualities of service that have one.
    pub qos_priorities: BTreeMap<String, u32>,
    /// Preemption of qualities of service.
    qos: preemption::PrintedQos,
    /// Settings that are not simulated, as they are written and whose they are.
    pub not_simulated: Vec<String>,
}

/// Whose a value is.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Owner {
    /// An account.
    Account(String),
    /// A user in an account.
    User {
        /// The user.
        user: String,
        /// The account.
        account: String,
        /// The partition, if it is for one alone.
        partition: Option<String>,
    },
    /// A quality of service.
    Qos(String),
}

impl Owner {
    fn in_words(&self) -> String {
        match self {
            Self::Account(name) => format!("account {name}"),
            Self::User {
                user,
                account,
                partition: None,
            } => format!("user {user} in account {account}"),
            Self::User {
                user,
                partition: Some(partition),
                ..
            } => format!("user {user} in partition {partition}"),
            Self::Qos(name) => format!("quality of service {name}"),
        }
    }
}

/// Value of an owner, with its name and where it is.
#[derive(Clone, PartialEq, Debug)]
struct Setting {
    owner: Owner,
    name: String,
    value: String,
    line: usize,
    column: usize,
}

impl PrintedLimits {
    /// Reads the file at `path`: what `sacctmgr -P show assoc` or `sacctmgr -P show qos` prints, or
    /// what `sacctmgr dump` writes.
    ///
    /// # Errors
    /// It cannot be read, or is none of these, or a value is malformed.
    pub fn read(path: &Path) -> Result<Self, Problem> {
        let text = text_file::read(
            path,
            "what sacctmgr prints is plain text or a gzip file of it",
        )?;
        Self::parse(&text).map_err(|problem| problem.in_file(path))
    }

    /// Parses `text`, likewise.
    ///
    /// # Errors
    /// It is none of these, or a value is malformed.
    pub fn parse(text: &str) -> Result<Self, Problem> {
        let settings = if dump::is_one(text) {
            dump::settings(text)?
        } else {
            table::settings(text)?
        };
        let mut found = Self::default();
        let mut kept: BTreeMap<Owner, [Limit; 2]> = BTreeMap::new();
        for setting in &settings {
            found.take(setting, kept.entry(setting.owner.clone()).or_default())?;
        }
        found.place(&kept, &Parents::of(&settings)?);
        Ok(found)
    }

    /// Adds those of another file.
    pub fn add(&mut self, other: Self) {
        for (own, more) in self.limits.all_mut().into_iter().zip(other.limits.all()) {
            own.extend(more.iter().cloned());
        }
        self.qos_priorities.extend(other.qos_priorities);
        self.qos.extend(other.qos);
        self.not_simulated.extend(other.not_simulated);
    }

    /// Sets the limits of `scenario`, and the priorities of qualities of service where the queue is
    /// ordered by priorities.
    pub fn apply_to(&self, scenario: &mut Scenario) {
        if let Some(cluster) = scenario.machine.nodes_mut() {
            *cluster.limits = self.limits.clone();
        }
        if let Some(priority) = &mut scenario.parameters.priority {
            let known = self.qos_priorities.iter();
            priority
                .qos
                .extend(known.map(|(name, value)| (name.clone(), *value)));
        }
    }

    /// Takes a value into the limits of its owner: those of the owner itself, and those of each of its
    /// users.
    fn take(&mut self, setting: &Setting, [own, users]: &mut [Limit; 2]) -> Result<(), Problem> {
        let Setting {
            owner, name, value, ..
        } = setting;
        // Nothing is set, or what is usual.
        let is_no_time = value.contains(':') && value.trim_matches([':', '0']).is_empty();
        let is_idle = ["", "-1", "N"].contains(&&**value) || is_no_time;
        // No time of its own is another than that of all.
        let is_own = is_no_time && name.eq_ignore_ascii_case("PreemptExemptTime");
        if (is_idle && !is_own) || IDLE.contains(&&*name.to_ascii_lowercase()) {
            return Ok(());
        }
        let is_qos = matches!(owner, Owner::Qos(_));
        let is_user = matches!(owner, Owner::User { .. });
        match &*name.to_ascii_lowercase() {
            "grpjobs" => self.number(setting, &mut own.running),
            "grpsubmit" | "grpsubmitjobs" => self.number(setting, &mut own.submitted),
            "grptres" => self.tres(setting, own),
            "grpcpus" => self.number(setting, &mut own.cores),
            "grpnodes" => self.number(setting, &mut own.nodes),
            "maxjobs" if is_user => self.number(setting, &mut own.running),
            "maxsubmit" | "maxsubmitjobs" if is_user => self.number(setting, &mut own.submitted),
            "maxjobs" if !is_qos => self.number(setting, &mut users.running),
            "maxsubmit" | "maxsubmitjobs" if !is_qos => self.number(setting, &mut users.submitted),
            "maxjobspu" | "maxjobsperuser" => self.number(setting, &mut users.running),
            "maxsubmitpu" | "maxsubmitjobsperuser" => self.number(setting, &mut users.submitted),
            "maxtrespu" | "maxtresperuser" => self.tres(setting, users),
            "priority" if let Owner::Qos(name) = owner => {
                self.qos_priorities.insert(name.clone(), setting.number()?);
                Ok(())
            }
            "usagefactor" | "limitfactor" if value.parse::<f64>().is_ok_and(|one| one == 1.0) => {
                Ok(())
            }
            known
                if preemption::NAMES.contains(&known)
                    && let Owner::Qos(name) = owner =>
            {
                if !preemption::take(&mut self.qos, name, setting)? {
                    self.leave(setting, None);
                }
                Ok(())
            }
            _ => {
                self.leave(setting, None);
                Ok(())
            }
        }
    }

    /// Takes a number into the lesser of both.
    fn number(&mut self, setting: &Setting, into: &mut Option<u32>) -> Result<(), Problem> {
        let value = setting.number()?;
        if value == 0 {
            // That nothing may ever start is no limit of a scenario.
            self.leave(setting, None);
            return Ok(());
        }
        *into = Some(into.map_or(value, |known| known.min(value)));
        Ok(())
    }

    /// Takes nodes, cores and GPUs.
    fn tres(&mut self, setting: &Setting, into: &mut Limit) -> Result<(), Problem> {
        let allowed = "a list such as cpu=8,node=1,gres/gpu=2 is allowed";
        let found = Tres::parse(&setting.value).ok_or_else(|| setting.wrong(allowed))?;
        (into.nodes, into.cores, into.gpus) = (found.nodes, found.cores, found.gpus);
        if into.cores == Some(0) || into.nodes == Some(0) {
            (into.cores, into.nodes) = (
                into.cores.filter(|one| *one > 0),
                into.nodes.filter(|one| *one > 0),
            );
            self.leave(setting, None);
        }
        let others = setting.value.split(',').filter(|part| {
            let name = part.split('=').next().unwrap_or_default();
            !["cpu", "node", "gres/gpu", ""].contains(&name)
        });
        for part in others.map(str::to_owned).collect::<Vec<_>>() {
            self.leave(setting, Some(&part));
        }
        Ok(())
    }

    /// Names a value that is not simulated, or a part of it.
    fn leave(&mut self, setting: &Setting, part: Option<&str>) {
        let value = part.unwrap_or(&setting.value);
        let owner = setting.owner.in_words();
        self.not_simulated
            .push(format!("{}={value} of {owner}", setting.name));
    }

    /// Puts the limits of accounts where scenarios have them, with the accounts below them.
    fn place_accounts(&mut self, kept: &BTreeMap<Owner, [Limit; 2]>, parents: &Parents) {
        let own = |name: &str| kept.get(&Owner::Account(name.to_owned()));
        let is_limited = |name: &str| own(name).is_some_and(|[own, _]| *own != Limit::default());
        let is_below_limits = |name: &str| parents.lineage(name).into_iter().any(is_limited);
        let accounts = kept.keys().filter_map(|owner| match owner {
            Owner::Account(name) | Owner::User { account: name, .. } => Some(&**name),
            Owner::Qos(_) => None,
        });
        let accounts: BTreeSet<&str> = accounts.collect();
        for name in accounts.iter().copied().filter(|one| is_below_limits(one)) {
            let limit = own(name).map(|[own, _]| named(own, name));
            let mut above = parents.lineage(name).into_iter().skip(1);
            let parent = above.find(|one| own(one).is_some() && is_below_limits(one));
            self.limits.accounts.extend(limit.map(|limit| Limit {
                parent: parent.map(str::to_owned),
                ..limit
            }));
        }
        if is_limited(ROOT) {
            // Accounts that are not listed are below it as well.
            self.limits.accounts.push(Limit {
                parent: Some(ROOT.to_owned()),
                ..Limit::default()
            });
        }
        let others = || accounts.iter().filter(|name| **name != ROOT);
        let has_limits = |name: &&str| own(name).is_some_and(|all| *all != <[Limit; 2]>::default());
        if parents.is_empty() && others().count() > 1 && others().any(has_limits) {
            let words = "limits of accounts for those below them, as the table does not say which these are: `sacctmgr -P show assoc tree` does, or ParentName among its fields";
            self.not_simulated.push(words.to_owned());
        }
    }

    /// Puts the limits of all owners where scenarios have them.
    fn place(&mut self, kept: &BTreeMap<Owner, [Limit; 2]>, parents: &Parents) {
        self.place_accounts(kept, parents);
        let mut accounts_of: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for owner in kept.keys() {
            if let Owner::User { user, account, .. } = owner {
                accounts_of.entry(user).or_default().insert(account);
            }
        }
        for (owner, [own, users]) in kept {
            let is_some = |limit: &&Limit| **limit != Limit::default();
            match owner {
                Owner::Account(_) => {}
                Owner::Qos(name) => {
                    self.qos.entry(name.clone()).or_default();
                    let own = Some(own).filter(is_some).map(|limit| named(limit, name));
                    self.limits.qos.extend(own);
                    let users = Some(users).filter(is_some).map(|limit| named(limit, name));
                    self.limits.users_of_qos.extend(users);
                }
                Owner::User {
                    user,
                    account,
                    partition,
                } => {
                    // Of an association the nearest above it that has a limit lends it (resource_limits).
                    let above = parents.lineage(account).into_iter();
                    let above = above.filter_map(|name| kept.get(&Owner::Account(name.to_owned())));
                    let limit =
                        above.fold(own.clone(), |own, [_, users]| with_inherited(&own, users));
                    if limit == Limit::default() {
                        continue;
                    }
                    if partition.is_some() || accounts_of[&**user].len() > 1 {
                        // A limit of a scenario is of all that a user has.
                        let words = format!(
                            "limits of {}, as a user has one for all accounts and partitions",
                            owner.in_words()
                        );
                        self.not_simulated.push(words);
                    } else {
                        self.limits.users.push(named(&limit, user));
                    }
                }
            }
        }
    }
}

/// `limit` of whoever has that name.
fn named(limit: &Limit, name: &str) -> Limit {
    Limit {
        name: Some(name.to_owned()),
        ..limit.clone()
    }
}

/// Limit of a user, with what an account says for each of its users where it says nothing itself.
fn with_inherited(own: &Limit, of_account: &Limit) -> Limit {
    Limit {
        running: own.running.or(of_account.running),
        submitted: own.submitted.or(of_account.submitted),
        ..own.clone()
    }
}

/// Fields that limit nothing, in small letters.
const IDLE: [&str; 27] = [
    "cluster",
    "account",
    "user",
    "partition",
    "share",
    "fairshare",
    "qos",
    "defqos",
    "def qos",
    "defaultaccount",
    "defaultwckey",
    "adminlevel",
    "description",
    "organization",
    "parentname",
    "par name",
    "parentid",
    "par id",
    "id",
    "lft",
    "rgt",
    "name",
    "usagethres",
    "usagethreshold",
    "classification",
    "comment",
    "coordinator",
];

impl Setting {
    fn number(&self) -> Result<u32, Problem> {
        let number = self.value.parse();
        number.map_err(|_| self.wrong("a whole number is allowed"))
    }

    fn wrong(&self, allowed: &str) -> Problem {
        let sentence = format!(
            "`{}={}` of {}; {allowed}",
            self.name,
            self.value,
            self.owner.in_words()
        );
        Problem::input(sentence).at(self.line, self.column)
    }
}
