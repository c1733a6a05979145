//! Owners of jobs, by whom a log shows limits and ranks.

use crate::load::account::{NameList, Names};
use crate::scenario::cluster::{Limit, Limits};

/// Owner of jobs that a limit may be of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Owner {
    /// A user.
    User,
    /// An account, or a group.
    Account,
    /// A quality of service.
    Qos,
}

impl Owner {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::User, Self::Account, Self::Qos];

    /// Its noun.
    pub const fn noun(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Account => "account",
            Self::Qos => "quality of service",
        }
    }

    /// The names of such owners.
    pub(super) fn names(self, names: &Names) -> &[String] {
        let list: &NameList = match self {
            Self::User => &names.users,
            Self::Account if names.accounts.names().is_empty() => &names.groups,
            Self::Account => &names.accounts,
            Self::Qos => &names.qos,
        };
        list.names()
    }

    /// Limits of such owners.
    pub(super) fn limits(self, limits: &mut Limits) -> &mut Vec<Limit> {
        match self {
            Self::User => &mut limits.users,
            Self::Account => &mut limits.accounts,
            Self::Qos => &mut limits.qos,
        }
    }
}
