//! Workloads of Batsim in JSON: jobs, and the profiles that they execute.

use std::borrow::Cow;
use std::collections::HashMap;

use serde::Deserialize;
use serde_json::value::RawValue;

use super::platform::Platform;
use super::profile::Profile;
use super::value::{RUNTIMES, Raw, Source, quoted, quoted_value};
use crate::base::problem::Problem;
use crate::scenario::{Job, LONGEST, MOST_NODES};

/// Contents of a workload.
pub(super) struct ParsedWorkload {
    pub(super) nodes: u32,
    pub(super) jobs: Vec<Job>,
    pub(super) remarks: Vec<String>,
}

#[derive(Deserialize)]
#[serde(expecting = "a workload of Batsim: an object with `nb_res`, `jobs` and `profiles`")]
struct File<'t> {
    #[serde(borrow)]
    nb_res: Raw<'t>,
    #[serde(borrow)]
    jobs: Option<Vec<&'t RawValue>>,
    #[serde(borrow)]
    profiles: Option<HashMap<Cow<'t, str>, &'t RawValue>>,
}

#[derive(Deserialize)]
struct Entry<'t> {
    #[serde(borrow)]
    id: Raw<'t>,
    #[serde(borrow)]
    subtime: Raw<'t>,
    #[serde(borrow)]
    walltime: Raw<'t>,
    #[serde(borrow)]
    res: Raw<'t>,
    #[serde(borrow)]
    profile: Raw<'t>,
}

/// Parses the jobs of `text`, to be run on `platform` if there is one.
pub(super) fn parse(text: &str, platform: Option<&Platform>) -> Result<ParsedWorkload, Problem> {
    let source = Source(text);
    let file: File<'_> = source.whole()?;
    let missing = |field: &str| Problem::input(format!("a workload of Batsim has `{field}`"));
    let nodes = match (platform, file.nb_res) {
        (Some(platform), _) => platform.hosts(),
        (None, Some(raw)) => whole(source, raw, "`nb_res`", "hosts", MOST_NODES)?,
        (None, None) => return Err(missing("nb_res")),
    };
    let mut reader = Reader {
        source,
        platform,
        nodes,
        written_profiles: file.profiles.ok_or_else(|| missing("profiles"))?,
        parsed_profiles: HashMap::new(),
        numbers: HashMap::new(),
        without_walltime: 0,
        communicating: 0,
        failing: 0,
    };
    let entries = file.jobs.ok_or_else(|| missing("jobs"))?;
    let jobs = entries.iter().map(|raw| reader.job(raw));
    let jobs = jobs.collect::<Result<Vec<_>, _>>()?;
    Ok(ParsedWorkload {
        nodes,
        remarks: reader.remarks(jobs.len()),
        jobs,
    })
}

struct Reader<'t, 'p> {
    source: Source<'t>,
    platform: Option<&'p Platform>,
    nodes: u32,
    written_profiles: HashMap<Cow<'t, str>, &'t RawValue>,
    /// Profiles parsed so far; those that no job uses are not read.
    parsed_profiles: HashMap<String, Profile>,
    numbers: HashMap<u64, ()>,
    without_walltime: usize,
    communicating: usize,
    failing: usize,
}

impl<'t> Reader<'t, '_> {
    fn job(&mut self, raw: &'t RawValue) -> Result<Job, Problem> {
        let source = self.source;
        let entry: Entry<'_> = source.object(raw, "a job")?;
        let id = self.required(entry.id, "id", "a job", raw)?;
        let id = self.number(id)?;
        let called = format!("job {id}");
        let submit = self.required(entry.subtime, "subtime", &called, raw)?;
        let what = |field: &str| format!("`{field}` of {called}");
        let submit = source.number(submit, &what("subtime"), 0.0..=LONGEST, "seconds")?;
        let res = self.required(entry.res, "res", &called, raw)?;
        let nodes = whole(source, res, &what("res"), "hosts", MOST_NODES)?;
        if nodes > self.nodes {
            let sentence = format!("{called} asks for {nodes} hosts; there are {}", self.nodes);
            return Err(source.problem_at(sentence, res));
        }
        let profile = self.required(entry.profile, "profile", &called, raw)?;
        let profile = self.profile(profile, &called)?;
        let estimate = match entry.walltime {
            // -1 is Batsim's value for no walltime.
            None => None,
            Some(raw) if raw.get().parse() == Ok(-1.0) => None,
            Some(raw) => Some(source.number(raw, &what("walltime"), RUNTIMES, "seconds")?),
        };
        self.without_walltime += usize::from(estimate.is_none());
        // A single process has no other to communicate with.
        self.communicating += usize::from(profile.communicates && nodes > 1);
        self.failing += usize::from(profile.fails);
        Ok(Job {
            id: Some(id),
            estimate,
            ..Job::new(submit, profile.runtime, nodes)
        })
    }

    fn required(
        &self,
        value: Raw<'t>,
        field: &str,
        called: &str,
        raw: &RawValue,
    ) -> Result<&'t RawValue, Problem> {
        let sentence = || format!("{called} has no `{field}`");
        value.ok_or_else(|| self.source.problem_at(sentence(), raw))
    }

    /// Number of a job: `7`, `"7"` or, with the name of a workload, `"w0!7"`.
    fn number(&mut self, raw: &'t RawValue) -> Result<u64, Problem> {
        let text: Cow<'_, str> = if raw.get().starts_with('"') {
            self.source.text(raw, "the id of a job")?.into()
        } else {
            raw.get().into()
        };
        let digits = text.rsplit_once('!').map_or(&*text, |(_, digits)| digits);
        let number = digits.parse().map_err(|_| {
            let sentence = format!(
                "the id of a job is {}; a whole number is needed, or one behind `!`",
                quoted_value(raw)
            );
            self.source.problem_at(sentence, raw)
        })?;
        match self.numbers.insert(number, ()) {
            None => Ok(number),
            Some(()) => {
                let sentence = format!("two jobs have the id {number}; each needs its own");
                Err(self.source.problem_at(sentence, raw))
            }
        }
    }

    fn profile(&mut self, raw: &'t RawValue, called: &str) -> Result<Profile, Problem> {
        let name = self.source.text(raw, &format!("`profile` of {called}"))?;
        if let Some(profile) = self.parsed_profiles.get(&name) {
            return Ok(*profile);
        }
        let Some(written) = self.written_profiles.get(&*name) else {
            let sentence = format!(
                "{called} has the profile {}, which is not there",
                quoted(&name)
            );
            return Err(self.source.problem_at(sentence, raw));
        };
        let profile = Profile::parse(self.source, &name, written, self.platform)?;
        self.parsed_profiles.insert(name, profile);
        Ok(profile)
    }

    fn remarks(&self, jobs: usize) -> Vec<String> {
        let counted = [
            (
                self.without_walltime,
                "no walltime: the runtime is taken as known",
            ),
            (
                self.communicating,
                "communication, which takes no time here",
            ),
            (self.failing, "a return code, which is passed over"),
        ];
        let some = counted.into_iter().filter(|(count, _)| *count > 0);
        some.map(|(count, what)| {
            let have = if count == 1 { "has" } else { "have" };
            format!("{count} of {jobs} jobs {have} {what}")
        })
        .collect()
    }
}

/// A count of at least one.
fn whole(
    source: Source<'_>,
    raw: &RawValue,
    what: &str,
    unit: &str,
    most: u32,
) -> Result<u32, Problem> {
    let number = source.number(raw, what, 1.0..=f64::from(most), unit)?;
    if number.fract() == 0.0 {
        Ok(number as u32)
    } else {
        let sentence = format!(
            "{what} is {}; a whole number of {unit} is needed",
            quoted_value(raw)
        );
        Err(source.problem_at(sentence, raw))
    }
}
