//! Sentences of the help about options of studies, made from the descriptions of the studies.

use super::{JobCount, Study, USUAL_JOBS, USUAL_WORKLOADS};
use laboratory::base::format::listed;

/// Help on the number of random workloads.
pub fn workloads() -> String {
    let others = Study::ALL.iter().filter_map(|study| {
        let (count, noun) = study.workloads;
        let is_usual = (count, noun) == (USUAL_WORKLOADS, "");
        (!is_usual).then(|| (study.name, format!("{count}{noun}")))
    });
    let others = having(others);
    format!("Random workloads for each setting [default: {USUAL_WORKLOADS}{others}]")
}

/// Help on the number of jobs of a workload.
pub fn jobs() -> String {
    let others = Study::ALL.iter().filter_map(|study| match study.jobs {
        JobCount::Usual(USUAL_JOBS, "") | JobCount::None(_) => None,
        JobCount::Usual(count, noun) => Some((study.name, format!("{count}{noun}"))),
    });
    let without = Study::ALL.iter().filter_map(|study| match study.jobs {
        JobCount::Usual(..) => None,
        JobCount::None(why) => Some(format!("{}{why}", study.name)),
    });
    let (others, without) = (having(others), listed(&without.collect::<Vec<_>>(), "and"));
    format!("Jobs of each workload [default: {USUAL_JOBS}{others}; not for {without}]")
}

/// Help on the folder with logs.
pub fn logs() -> String {
    let others = Study::ALL.iter().filter(|study| !study.logs.is_empty());
    let others = others.map(|study| format!(". For {}, {}", study.name, study.logs));
    "The folder with logs of the Parallel Workloads Archive, or with folders of them; settings whose \
     log is not there are left out"
        .to_owned()
        + &others.collect::<String>()
}

/// Help on the file of a figure.
pub fn figure() -> String {
    let with = Study::ALL.iter().filter(|study| study.most_pages > 0);
    let with: Vec<_> = with.map(|study| study.name).collect();
    format!(
        "Draw the figures of the study into this file (.svg or .png), of the logs if there are any; \
         {} have figures",
        listed(&with, "and")
    )
}

/// Help on two quantities of a page.
pub fn against() -> String {
    let pairs = Study::ALL.iter().filter_map(|study| {
        let pair = study.against?;
        Some(format!("of {}, {pair}", study.name))
    });
    let pairs = pairs.collect::<Vec<_>>().join("; ");
    format!("Draw two quantities of that page against each other instead: {pairs}")
}

/// `; deside has 300, adasa 20`: names with what they have.
fn having(studies: impl Iterator<Item = (&'static str, String)>) -> String {
    let part = |(index, (name, count))| match index {
        0 => format!("; {name} has {count}"),
        _ => format!(", {name} {count}"),
    };
    studies.enumerate().map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_study_whose_jobs_cannot_be_chosen_has_no_usual_number_of_them() {
        for study in Study::ALL {
            let mut refused = study.inapplicable_options.iter();
            let is_refused = refused.any(|(option, _)| *option == "--jobs");
            let has_none = matches!(study.jobs, JobCount::None(_));
            assert_eq!(is_refused, has_none, "{}", study.name);
        }
    }

    #[test]
    fn those_that_differ_are_listed_behind_what_is_usual() {
        let studies = [("slots", "3 domains".to_owned()), ("fgd", "7".to_owned())];
        assert_eq!(having(studies.into_iter()), "; slots has 3 domains, fgd 7");
        assert_eq!(having(std::iter::empty()), "");
    }
}
