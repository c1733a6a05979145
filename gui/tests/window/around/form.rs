//! The form on the left: where fields begin.

use cosched::scenario::Workload;

use crate::driver::{click, window, write};

/// Two processors: 400 processor seconds submitted in 1 000 s, a fifth of what they can do.
const LOG: &str = "; MaxProcs: 2\n\
    1 0 0 100 2 -1 -1 2 100 -1 1 1 1 -1 1 -1 -1 -1\n\
    2 500 0 100 1 -1 -1 1 100 -1 1 1 1 -1 1 -1 -1 -1\n\
    3 1000 0 50 2 -1 -1 2 50 -1 1 1 1 -1 1 -1 -1 -1\n";

/// The same jobs as accounting on two nodes.
const ACCOUNTING: &str = "jobid,submit,start,end,nnodes\n\
    1,0,0,100,2\n2,500,500,600,1\n3,1000,1000,1050,2\n";

#[test]
fn the_load_of_a_log_begins_at_its_own() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [("own.swf", LOG), ("own.csv", ACCOUNTING)] {
        let mut window = window(vec![write(folder.path(), name, text)]);
        click(&mut window, "Set Offered load");
        let load = match &window.state().scenario().workload {
            Workload::Swf(log) => log.load,
            Workload::Table(table) => table.load,
            other => panic!("{other:?}"),
        };
        assert_eq!(load, Some(0.2), "{name}");
    }
}
