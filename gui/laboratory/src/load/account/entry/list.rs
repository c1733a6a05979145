//! Entries of a table in few bytes: tables have millions of rows.

use super::Entry;
use super::short::ShortEntry;

/// Entries in the order of the file. Each is made again from a third of its bytes when it is asked for.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Entries {
    kept: Vec<KeptEntry>,
}

impl Entries {
    /// Bytes that most entries take.
    pub(in crate::load::account) const BYTES_OF_ONE: usize = size_of::<KeptEntry>();

    /// Adds an entry.
    pub fn push(&mut self, entry: Entry) {
        self.kept.push(KeptEntry::of(entry));
    }

    /// Number of entries.
    pub const fn len(&self) -> usize {
        self.kept.len()
    }

    /// Whether there is none.
    pub const fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// The entry with this index, if there is one.
    pub fn get(&self, index: usize) -> Option<Entry> {
        self.kept.get(index).map(KeptEntry::entry)
    }

    /// The number of the entry with this index, if there is one.
    pub(in crate::load::account) fn number(&self, index: usize) -> Option<u64> {
        Some(match self.kept.get(index)? {
            KeptEntry::Short(entry) => entry.number(),
            KeptEntry::Whole(entry) => entry.number,
        })
    }

    /// The last entry, if there is one.
    pub fn last(&self) -> Option<Entry> {
        self.kept.last().map(KeptEntry::entry)
    }

    /// All entries, in their order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Entry> + Clone + '_ {
        self.kept.iter().map(KeptEntry::entry)
    }

    /// Changes the entry with this index; returns whether there is one.
    pub(in crate::load::account) fn change(
        &mut self,
        index: usize,
        change: impl FnOnce(&mut Entry),
    ) -> bool {
        let Some(kept) = self.kept.get_mut(index) else {
            return false;
        };
        kept.change(change);
        true
    }

    /// Changes every entry, in their order.
    pub(in crate::load::account) fn change_all(&mut self, mut change: impl FnMut(&mut Entry)) {
        for kept in &mut self.kept {
            kept.change(&mut change);
        }
    }
}

/// Entry as it is kept.
#[derive(Clone, PartialEq, Debug)]
enum KeptEntry {
    Short(ShortEntry),
    /// One with something rare, or with a value beyond four bytes.
    Whole(Box<Entry>),
}

impl KeptEntry {
    #[inline]
    fn of(entry: Entry) -> Self {
        match ShortEntry::of(&entry) {
            Some(short) => Self::Short(short),
            None => Self::Whole(Box::new(entry)),
        }
    }

    #[inline]
    fn entry(&self) -> Entry {
        match self {
            Self::Short(short) => short.entry(),
            Self::Whole(entry) => (**entry).clone(),
        }
    }

    fn change(&mut self, change: impl FnOnce(&mut Entry)) {
        let mut entry = self.entry();
        change(&mut entry);
        *self = Self::of(entry);
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::load::account::{Changes, Limit, Stamp, State, Task};

    /// A job as `sacct` lists most.
    pub(in crate::load::account) fn usual() -> Entry {
        let submit = Stamp(1_767_225_600_000);
        Entry {
            line: 7,
            number: 4_000_000,
            task: Some(Task {
                array: 3_999_990,
                index: 10,
            }),
            submit,
            eligible: Some(submit),
            start: Some(Stamp(submit.0 + 86_400_000)),
            end: Some(Stamp(submit.0 + 86_460_001)),
            runtime: Some(60_001),
            limit: Limit::Within(7_200_000),
            state: State::Timeout,
            nodes: Some(4),
            cores: Some(0),
            requested: (Some(3), None),
            memory: Some(1 << 40),
            gpus: None,
            gpu_share: None,
            partition: Some(0),
            qos: None,
            account: Some(2),
            group: None,
            user: Some(u32::MAX - 1),
            reservation: None,
            hosts: Some(5),
            features: None,
            licences: Vec::new(),
            dependency: None,
            restarts: 2,
            changes: Changes::default(),
        }
    }

    /// What `change` makes of a usual entry comes back as it was; returns whether it is kept short.
    fn is_short(change: impl FnOnce(&mut Entry)) -> bool {
        let mut entry = usual();
        change(&mut entry);
        let mut entries = Entries::default();
        entries.push(entry.clone());
        assert_eq!(entries.get(0), Some(entry));
        matches!(entries.kept[0], KeptEntry::Short(_))
    }

    /// The bound was set before it was tried: a third of 304 bytes, and a little.
    #[test]
    fn a_usual_entry_takes_at_most_104_bytes() {
        let bytes = size_of::<KeptEntry>();
        assert!(bytes <= 104, "{bytes}");
        assert!(is_short(|_| {}));
    }

    #[test]
    fn what_is_unknown_stays_so() {
        for limit in [Limit::Unknown, Limit::OfPartition, Limit::Unlimited] {
            assert!(is_short(|entry| entry.limit = limit));
        }
        assert!(is_short(|entry| (entry.start, entry.runtime) = (None, None)));
        assert!(is_short(|entry| (entry.eligible, entry.end) = (None, None)));
        assert!(is_short(|entry| (entry.task, entry.memory) = (None, None)));
        assert!(is_short(|entry| {
            (entry.nodes, entry.requested) = (None, (None, Some(9)));
        }));
    }

    #[test]
    fn what_is_rare_or_too_long_for_four_bytes_is_kept_as_well() {
        let far = i64::from(u32::MAX);
        let rare: [fn(&mut Entry); 16] = [
            |entry| entry.gpu_share = Some(500),
            |entry| entry.reservation = Some(0),
            |entry| entry.features = Some(0),
            |entry| entry.licences = vec![(0, 2)],
            |entry| entry.dependency = Some("afterok:7".into()),
            |entry| entry.number = u64::from(u32::MAX),
            |entry| entry.line = u32::MAX as usize,
            |entry| entry.nodes = Some(u32::MAX),
            |entry| entry.user = Some(u32::MAX),
            |entry| entry.memory = Some(u64::MAX),
            |entry| entry.restarts = 256,
            |entry| entry.runtime = Some(u64::from(u32::MAX)),
            |entry| entry.limit = Limit::Within(1),
            |entry| entry.limit = Limit::Within(1000 * u64::from(u32::MAX - 2)),
            // Before the submission, and before the start.
            |entry| entry.eligible = Some(Stamp(entry.submit.0 - 1)),
            |entry| entry.end = Some(entry.submit),
        ];
        for change in rare {
            assert!(!is_short(change));
        }
        assert!(!is_short(
            |entry| entry.start = Some(Stamp(entry.submit.0 + far))
        ));
        assert!(!is_short(|entry| {
            (entry.submit, entry.start) = (Stamp(i64::MIN), Some(Stamp(i64::MAX)));
        }));
        let last = Limit::Within(1000 * u64::from(u32::MAX - 3));
        assert!(is_short(|entry| entry.limit = last));
    }

    #[test]
    fn an_entry_that_is_changed_is_kept_as_it_fits_then() {
        let mut entries = Entries::default();
        entries.push(usual());
        assert!(entries.change(0, |entry| entry.gpu_share = Some(250)));
        assert_eq!(entries.last().unwrap().gpu_share, Some(250));
        entries.change_all(|entry| entry.gpu_share = None);
        assert_eq!(entries.kept, [KeptEntry::of(usual())]);
        assert!(!entries.change(1, |_| panic!("there is no other")));
    }
}
