//! Logs with further fields, which are never misread.

use cosched::base::progress::Progress;
use cosched::load;
use cosched::record::Experiment;
use cosched::scenario::{Dialect, Workload};

/// A log with `header` and `lines`, read under `dialect`, or why it cannot be.
fn log(header: &str, lines: &str, dialect: Option<Dialect>) -> Result<Experiment, String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("further.swf");
    std::fs::write(&path, format!("{header}{lines}")).unwrap();
    let mut scenario = load::open(&path).unwrap();
    let Workload::Swf(requested) = &mut scenario.workload else {
        panic!()
    };
    requested.dialect = dialect;
    let read = load::prepare(&scenario, Some(&path), &Progress::default());
    read.map_err(|problem| problem.to_string())
}

/// Two jobs with 21 fields: the second one on 2 GPUs, with a soft wall time and a property.
const OF_21: &str = "1 0 5 100 4 -1 -1 4 300 -1 1 1 1 -1 1 -1 -1 -1 -1 -1 -1\n2 10 5 100 8 -1 -1 8 300 -1 1 2 1 -1 1 -1 -1 -1 2 200 fast\n";

#[test]
fn further_fields_of_logs_are_never_misread() {
    let header = "; MaxProcs: 16\n; MaxNodes: 4\n";
    let sizes = |one: &Experiment| one.jobs.iter().map(|job| job.nodes).collect::<Vec<_>>();
    // Without a dialect they are unknown.
    let unknown = log(header, OF_21, None).unwrap();
    let said = unknown.remarks.join("\n");
    assert!(
        said.contains("2 lines with more than 18 fields: the rest is ignored"),
        "{said}"
    );
    assert_eq!(sizes(&unknown), [4, 8]);
    // Stated, or by the header.
    let by_header = format!("; Note: written by AleaNG\n{header}");
    for (header, dialect) in [(header, Some(Dialect::AleaNg)), (&by_header, None)] {
        let read = log(header, OF_21, dialect).unwrap();
        let said = read.remarks.join("\n");
        for sentence in [
            "2 lines read as AleaNG’s",
            "1 job with GPUs: not simulated",
            "1 job with a soft wall time",
            "1 job with properties",
        ] {
            assert!(said.contains(sentence), "{sentence}: {said}");
        }
        assert_eq!(sizes(&read), [4, 8]);
    }
    // Nodes in the last field, on a machine of nodes; a run time beyond the limit is cut.
    let frontier = "; Computer: Frontier\n; MaxProcs: 512\n; MaxNodes: 8\n";
    let lines = "1 0 5 100 128 -1 -1 128 300 -1 1 1 1 -1 1 -1 -1 -1 2\n2 10 5 9999 64 -1 -1 64 300 -1 1 2 1 -1 1 -1 -1 -1 1\n";
    let read = log(frontier, lines, None).unwrap();
    let said = read.remarks.join("\n");
    assert_eq!((sizes(&read), read.nodes), (vec![2, 1], 8));
    assert_eq!(read.jobs[1].runtime.seconds(), 300.0);
    assert!(
        said.contains("1 job with a run time beyond their limit"),
        "{said}"
    );
    // A line with the wrong number of fields is an error.
    let few = log(header, lines, Some(Dialect::AleaNg)).err().unwrap();
    assert!(
        few.contains("further.swf:3:") && few.contains("19 fields; a line of AleaNG has 21"),
        "{few}"
    );
    let wrong = OF_21.replace(" 2 200 fast", " two 200 fast");
    let wrong = log(header, &wrong, Some(Dialect::AleaNg)).err().unwrap();
    assert!(wrong.contains("4:49: field 19 (GPUs) is `two`"), "{wrong}");
}
