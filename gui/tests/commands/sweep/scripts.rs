//! The scripts for engines, run by minimal engines.

use super::*;

/// Engines with just the features that the scripts need: they run jobs at once.
const ENGINES: [(&str, &str); 3] = [
    (
        "sbatch",
        "case \"$*\" in *--array=1-3*) all='1 2 3' ;; *afterany:7*) all=0 ;; *) exit 9 ;; esac
cat > job.sh
for SLURM_ARRAY_TASK_ID in $all; do export SLURM_ARRAY_TASK_ID; sh job.sh >&2 || exit; done
echo '7;cluster'",
    ),
    (
        "qsub",
        "case \"$*\" in *'-J 1-3'*) all='1 2 3' ;; *'afterany:7[].server'*) all=0 ;; *) exit 9 ;; esac
cat > job.sh
job=$PWD/job.sh
for PBS_ARRAY_INDEX in $all; do export PBS_ARRAY_INDEX; (cd / && sh \"$job\" >&2) || exit; done
echo '7[].server'",
    ),
    (
        "parallel",
        "for command; do :; done
while read -r part; do sh -c \"$(printf %s \"$command\" | sed \"s/{}/$part/\")\" || exit; done",
    ),
];

#[test]
fn scripts_run_all_shards_and_merge() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let sweep = "over: [(load: [0.7, 0.9])], seeds: 4";
    fs::write(folder.join("a.ron"), model(60, sweep)).unwrap();
    run(folder, &["a.ron", "--out", "whole"]);
    for (name, engine) in ENGINES {
        program(&folder.join(name), engine);
    }
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap());
    for engine in ["slurm", "pbs", "parallel"] {
        // A name that has to be quoted.
        let out = format!("the {engine}'s");
        let requested = ["a.ron", "--out", &out, "--print-script", engine];
        let script = run(folder, &[&requested[..], &["--shards", "3"]].concat());
        let mut command = Command::new("sh");
        command.args(["-c", &script]).current_dir(folder);
        let output = command.env("PATH", &path).output().unwrap();
        let said = text(&output.stderr);
        assert!(output.status.success(), "{engine}: {said}");
        assert!(
            bytes(&folder.join("whole")) == bytes(&folder.join(out)),
            "{engine}: {said}"
        );
    }
}
