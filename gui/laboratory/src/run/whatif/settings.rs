//! Settings of a scenario that a change can set, made from the descriptions of all parameters.

use super::change::{LIMITS_SCALE, SCALES, changed_scenario};
pub use super::setting::{Kind, Setting, TIMES};
use super::walk::{FoundValue, steps, walk};
use crate::base::problem::Problem;
use crate::scenario::edit::{set, value_at};
use crate::scenario::param_path::short_name;
use crate::scenario::reference::index;
use crate::scenario::reference::{Allowed, Field, Where};
use crate::scenario::{Machine, PolicyName, Scenario, Workload, parse, to_ron};

/// The group of the policy itself, and of the parameters that all policies have.
const POLICY: &str = "Policy";
/// Heading of the parameters of priorities.
const PRIORITY: &str = "Multifactor priority";
/// Headings of parameters that are no settings to change.
const OMITTED_HEADINGS: [&str; 3] = [
    "Branches in time",
    "Sweeps",
    "Machine: servers of several kinds",
];
/// Groups of settings of the machine, by the beginnings of their paths.
const MACHINE: [(&str, &str); 7] = [
    ("machine.partitions", "Partitions"),
    ("machine.qos", "Qualities of service"),
    ("machine.limits", "Limits"),
    ("machine.reservations", "Advance reservations"),
    ("machine.outages", "Nodes out of service"),
    ("machine.power", "Power"),
    ("machine", "Machine"),
];

/// Returns everything that a change can set in `scenario`, group by group.
pub fn settings(scenario: &Scenario) -> Vec<Setting> {
    let Some(policy) = scenario.policies.first().copied() else {
        return Vec::new();
    };
    let bare = with_short_workload(scenario);
    let text = to_ron(&bare);
    let has_priority = scenario.parameters.priority.is_some() || policy.is_of_slurm();
    let mut all = vec![policy_setting(policy, &bare)];
    for (heading, fields) in index::all() {
        let is_of_run = index::applies_to(heading, policy) && !OMITTED_HEADINGS.contains(&heading);
        if is_of_run && (heading != PRIORITY || has_priority) {
            for field in fields {
                add(&mut all, heading, field, &text);
            }
        }
    }
    all.extend(scaled_limits(scenario));
    // The machine first, the policy itself last.
    all.sort_by_key(|setting| order(setting.group));
    all
}

/// Checks a change.
///
/// # Errors
/// It is not understood or not allowed.
pub fn check(scenario: &Scenario, change: &str) -> Result<(), Problem> {
    changed_scenario(scenario, &[change.to_owned()]).map(drop)
}

/// Returns `scenario` with only one of the jobs it lists: as the same jobs are compared, none of
/// their fields is a setting, and its text is short without them.
pub fn with_short_workload(scenario: &Scenario) -> Scenario {
    let mut bare = Scenario {
        branches: Vec::new(),
        variants: Vec::new(),
        ..scenario.clone()
    };
    if let Workload::Jobs(jobs) = &mut bare.workload {
        jobs.truncate(1);
    }
    bare
}

fn order(group: &str) -> usize {
    let machine = [
        "Machine",
        "Partitions",
        "Qualities of service",
        "Limits",
        "Advance reservations",
    ];
    let last = [PRIORITY, POLICY];
    let index = |all: &[&str]| all.iter().position(|one| *one == group);
    match (index(&machine), index(&last)) {
        (Some(index), _) => index,
        (_, Some(index)) => 20 + index,
        (None, None) => 10,
    }
}

/// The policy, among those that suit the machine and need nothing else.
fn policy_setting(policy: PolicyName, scenario: &Scenario) -> Setting {
    let suits = |one: &PolicyName| {
        let change = format!("policy={}", one.kebab());
        one.kebab() == policy.kebab()
            || (one.is_for_servers() == policy.is_for_servers() && check(scenario, &change).is_ok())
    };
    let named = |one: PolicyName| (one.kebab().to_owned(), one.title().to_owned());
    Setting {
        group: POLICY,
        label: "Policy".to_owned(),
        name: "policy".to_owned(),
        now: policy.kebab().to_owned(),
        kind: Kind::Choice(PolicyName::all().filter(suits).map(named).collect()),
        sentence: "Who decides which job starts when",
        unit: "",
        absent: "",
    }
}

/// All limits, scaled by one factor, where there are any.
fn scaled_limits(scenario: &Scenario) -> Option<Setting> {
    let Machine::Cluster(cluster) = &scenario.machine else {
        return None;
    };
    (!cluster.limits.is_empty()).then(|| Setting {
        group: "Limits",
        label: "All limits scaled".to_owned(),
        name: LIMITS_SCALE.to_owned(),
        now: "1".to_owned(),
        kind: Kind::Number(SCALES, false),
        sentence: "Every limit of users, accounts and qualities of service so many times what it is, rounded, 1 at least",
        unit: TIMES,
        absent: "",
    })
}

/// Adds the settings of `field` wherever it is in the scenario `text`, or could be.
fn add(all: &mut Vec<Setting>, heading: &'static str, field: &'static Field, text: &str) {
    let part = match field.within {
        Where::Machine => "machine",
        Where::Parameters => "parameters",
        Where::Scenario | Where::Workload => return,
    };
    let start = value_at(text, &[part]).unwrap_or("()");
    let kind = kind(field);
    let sample = sample(field);
    for index in field.places {
        let mut found = Vec::new();
        let from = FoundValue {
            path: vec![part.to_owned()],
            element: None,
            now: None,
        };
        walk(start, &steps(index.0), from, &mut found);
        for FoundValue { path, element, now } in found {
            let names: Vec<&str> = path.iter().map(String::as_str).collect();
            let value = now.clone().unwrap_or_else(|| sample.clone());
            // An absent value may be impossible for this machine or policy; the number of nodes
            // follows from their kinds where there are any.
            let could_be = || {
                let has_kinds = value_at(text, &["machine", "kinds"]).is_some();
                let is_count = names == ["machine", "nodes"];
                let text = set(text, &names, &value);
                !(is_count && has_kinds) && text.is_some_and(|text| parse(&text, None).is_ok())
            };
            let whole = path.join(".");
            if now.is_none() && (is_rare(&whole) || !could_be()) {
                continue;
            }
            let mut groups = MACHINE.iter().filter(|_| part == "machine");
            let group = groups.find(|(start, _)| whole.starts_with(start));
            let group = match (group, field.within, heading) {
                (Some((_, group)), ..) => group,
                (None, Where::Parameters, "All policies") => POLICY,
                _ => heading,
            };
            all.push(Setting {
                group,
                label: label(field, element.as_deref(), &path),
                name: short_name(text, &path, &value),
                now: now.unwrap_or_else(|| (field.usual)()),
                kind: kind.clone(),
                sentence: field.sentence,
                unit: field.unit,
                absent: field.absent,
            });
        }
    }
}

/// Whether a parameter of the machine is rare: it is offered only where the scenario has it.
fn is_rare(path: &str) -> bool {
    const OFFERED: [&str; 3] = ["machine.nodes", "machine.partitions", "machine.limits"];
    let is_offered = OFFERED.iter().any(|start| path.starts_with(start));
    path.starts_with("machine.") && !is_offered
}

/// Label of a setting: under Slurm as in slurm.conf, in a list with the element's name.
fn label(field: &Field, element: Option<&str>, path: &[String]) -> String {
    let is_slurm = path.iter().any(|name| name == "slurm");
    match (element, path.last()) {
        (Some(element), _) => {
            let name = field.name.trim_end_matches(" of a kind").to_lowercase();
            format!("{element}: {}", name.replace("gpu", "GPU"))
        }
        (None, Some(name)) if is_slurm => name.clone(),
        _ => field.name.to_owned(),
    }
}

fn kind(field: &'static Field) -> Kind {
    let same = |name: &str| (name.to_owned(), name.to_owned());
    match &field.allowed {
        Allowed::Number(range) => Kind::Number([*range.start(), *range.end()], false),
        Allowed::Whole(range) => Kind::Number([*range.start(), *range.end()], true),
        Allowed::Switch => Kind::Choice(vec![
            ("true".to_owned(), "yes".to_owned()),
            ("false".to_owned(), "no".to_owned()),
        ]),
        Allowed::Names(names) => {
            let plain = names.iter().filter(|name| name.0 == name.word());
            let named = plain.map(|name| match name.1 {
                "" => same(name.0),
                words => (name.0.to_owned(), words.to_owned()),
            });
            Kind::Choice(named.collect())
        }
    }
}

/// An allowed value.
fn sample(field: &'static Field) -> String {
    match &field.allowed {
        Allowed::Number(range) | Allowed::Whole(range) => range.start().max(1.0).to_string(),
        Allowed::Switch => "true".to_owned(),
        Allowed::Names(names) => names.first().map_or("", |name| name.0).to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLUSTER: &str = "(machine: Cluster(kinds: [
            (name: \"cpu\", count: 48, cores: 64),
            (name: \"gpu\", count: 8, cores: 64, gpus: 4),
        ], partitions: [
            (name: \"main\", nodes: [\"cpu\"], most_time: 172800, default: true),
            (name: \"debug\", most_time: 1800, most_nodes: 4),
        ], limits: (users: [(cores: 512)], accounts: [(name: \"bio\", running: 9)])),
        workload: Jobs([(submit: 0, runtime: 5, nodes: 1)]), policies: [Slurm])";

    fn of(text: &str) -> (Scenario, Vec<Setting>) {
        let scenario = parse(text, None).unwrap();
        let all = settings(&scenario);
        (scenario, all)
    }

    #[test]
    fn settings_of_a_cluster_are_grouped_with_their_values() {
        let (_, all) = of(CLUSTER);
        let row = |group: &str, label: &str| {
            let mut found = all
                .iter()
                .filter(|one| one.group == group && one.label == label);
            let one = found.next().unwrap_or_else(|| {
                let labels: Vec<_> = all.iter().map(|one| (one.group, &one.label)).collect();
                panic!("{group}, {label}: {labels:?}")
            });
            (one.name.as_str(), one.value_in_words(&one.now))
        };
        let name = |(name, now): (&'static str, &str)| (name, now.to_owned());
        for (group, label, expected) in [
            ("Machine", "cpu: nodes", ("kinds.0.count", "48")),
            ("Machine", "gpu: nodes", ("kinds.1.count", "8")),
            (
                "Partitions",
                "main: longest estimate",
                ("partitions.0.most_time", "2 d"),
            ),
            (
                "Partitions",
                "debug: most nodes",
                ("partitions.1.most_nodes", "4 nodes"),
            ),
            (
                "Partitions",
                "main: most nodes",
                ("partitions.0.most_nodes", "any"),
            ),
            (
                "Limits",
                "each of users: cores held",
                ("limits.users.0.cores", "512"),
            ),
            (
                "Limits",
                "bio: running jobs",
                ("limits.accounts.0.running", "9"),
            ),
            ("Limits", "All limits scaled", ("limits.scale", "× 1")),
            ("Slurm", "bf_interval", ("bf_interval", "30 s")),
            (
                "Multifactor priority",
                "Weight of age",
                ("weights.age", "0"),
            ),
            ("Policy", "Policy", ("policy", "Slurm")),
        ] {
            assert_eq!(row(group, label), name(expected), "{group}, {label}");
        }
        assert!(
            all.iter().all(|one| one.label != "Nodes"),
            "kinds say how many"
        );
        assert_eq!(all[0].group, "Machine");
    }

    #[test]
    fn parameters_of_other_policies_are_not_offered() {
        let (_, all) =
            of("(machine: Cluster(nodes: 8), workload: Lublin(jobs: 9), policies: [Easy])");
        let names: Vec<&str> = all.iter().map(|one| one.name.as_str()).collect();
        assert!(
            names.contains(&"nodes") && names.contains(&"depth"),
            "{names:?}"
        );
        assert!(!names.contains(&"bf_interval"), "{names:?}");
    }

    /// Every setting of every example can be changed by its name to an allowed value, and has that
    /// value then.
    #[test]
    fn every_setting_can_be_set_by_its_name() {
        let examples = crate::load::examples::ALL
            .iter()
            .map(|example| example.text);
        let mut count = 0;
        for text in examples.chain([CLUSTER]) {
            let mut scenario = parse(text, None).unwrap();
            scenario.policies.truncate(1);
            for setting in settings(&scenario) {
                // A variant that is not allowed beside the rest of the scenario is refused; the
                // present one always is allowed.
                let other = match &setting.kind {
                    Kind::Choice(all) => all.last().map(|(one, _)| one.clone()),
                    Kind::Number(..) => None,
                };
                let allowed = |value: &String| check(&scenario, &setting.change(value)).is_ok();
                let other = other.filter(allowed);
                let value = other.as_ref().unwrap_or(&setting.now);
                if value.is_empty() {
                    continue;
                }
                let change = setting.change(value);
                let after = changed_scenario(&scenario, std::slice::from_ref(&change))
                    .unwrap_or_else(|problem| panic!("{change}: {problem}"));
                if setting.name == "policy" {
                    continue;
                }
                let after = settings(&after);
                let found = after.iter().find(|one| one.name == setting.name);
                let found = found.unwrap_or_else(|| panic!("{change}: gone"));
                assert_eq!(
                    found.value_in_words(&found.now),
                    setting.value_in_words(value),
                    "{change}"
                );
                count += 1;
            }
        }
        assert!(count > 100, "{count}");
    }
}
