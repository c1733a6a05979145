//! The scripts for engines, run by engines that do only what the scripts need.

#[cfg(unix)]
use std::fs;
#[cfg(unix)]
use std::path::Path;
#[cfg(unix)]
use std::process::Command;

use super::program::{cosched, text};
use super::{SWEEP, folder};
#[cfg(unix)]
use super::{sweep, tables};

/// Engines as far as the scripts need them: they run what they are given at once.
#[cfg(unix)]
const ENGINES: [(&str, &str); 3] = [
    (
        "sbatch",
        "#!/bin/sh
case \"$*\" in *--array=1-3*) all='1 2 3' ;; *afterok:7*) all=0 ;; *) exit 9 ;; esac
cat > job.sh
for SLURM_ARRAY_TASK_ID in $all; do export SLURM_ARRAY_TASK_ID; sh job.sh >&2 || exit; done
echo '7;cluster'
",
    ),
    (
        "qsub",
        "#!/bin/sh
case \"$*\" in *'-J 1-3'*) all='1 2 3' ;; *'afterok:7[].server'*) all=0 ;; *) exit 9 ;; esac
cat > job.sh
export PBS_O_WORKDIR=\"$PWD\"
for PBS_ARRAY_INDEX in $all; do export PBS_ARRAY_INDEX; (cd / && sh \"$PBS_O_WORKDIR/job.sh\" >&2) || exit; done
echo '7[].server'
",
    ),
    (
        "parallel",
        "#!/bin/sh
for command; do :; done
while read -r part; do sh -c \"$(printf %s \"$command\" | sed \"s/{}/$part/\")\" || exit; done
",
    ),
];

#[cfg(unix)]
#[test]
fn scripts_run_all_shards_and_merge() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder(SWEEP);
    let folder = folder.path();
    sweep(folder, "whole", &[]);
    for (name, engine) in ENGINES {
        fs::write(folder.join(name), engine).unwrap();
        fs::set_permissions(folder.join(name), fs::Permissions::from_mode(0o755)).unwrap();
    }
    let program = Path::new(env!("CARGO_BIN_EXE_cosched")).parent().unwrap();
    let path = [
        folder.to_str().unwrap(),
        program.to_str().unwrap(),
        &std::env::var("PATH").unwrap(),
    ];
    for engine in ["slurm", "pbs", "parallel"] {
        // A name that has to be quoted.
        let out = format!("the {engine}'s");
        let asked = [
            "sweep",
            "sweep.ron",
            "--out",
            &out,
            "--print-script",
            engine,
            "--shards",
            "3",
        ];
        let script = text(&cosched(folder, &asked).stdout);
        let mut command = Command::new("sh");
        command
            .args(["-c", &script])
            .current_dir(folder)
            .env("PATH", path.join(":"));
        let output = command.output().unwrap();
        assert!(
            output.status.success(),
            "{engine}: {}",
            text(&output.stderr)
        );
        assert_eq!(tables(folder, "whole"), tables(folder, &out), "{engine}");
    }
}

/// Snakemake fills in what stands in braces, so that only its own may stand so.
#[test]
fn the_workflow_of_snakemake_has_a_file_for_each_shard() {
    let folder = folder(SWEEP);
    let script = |out| {
        let asked = [
            "sweep",
            "sweep.ron",
            "--out",
            out,
            "--print-script",
            "snakemake",
        ];
        cosched(folder.path(), &[&asked[..], &["--shards", "3"]].concat())
    };
    let said = text(&script("a b").stdout);
    for line in [
        "        expand(\"a b/shard-{shard}-of-3.done\", shard=range(1, 4))",
        "        touch(\"a b/shard-{shard}-of-3.done\")",
        "        \"cosched sweep sweep.ron --out 'a b' --quiet --threads 1 --shard {wildcards.shard}/3\"",
        "        \"a b/results.csv\"",
        "        \"cosched sweep sweep.ron --out 'a b' --merge\"",
    ] {
        assert!(said.lines().any(|found| found == line), "{line}: {said}");
    }
    let refused = script("a{b");
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("the name has braces"));
}
