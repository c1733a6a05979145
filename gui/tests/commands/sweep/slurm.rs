//! Sweeps as job arrays, with stand-ins for Slurm's programs.

use super::*;

/// Stand-ins for Slurm's programs: tasks are run at once, and the arguments are recorded.
fn fake_slurm(folder: &Path) {
    let programs = [
        (
            "sbatch",
            "echo \"$@\" >> requests.txt
             for word; do last=$word; case $word in --array=*) array=${word#--array=} ;; esac; done
             if [ -n \"$array\" ]; then
                 echo 41
                 for range in $(echo ${array%\\%*} | tr , ' '); do
                     for task in $(seq ${range%-*} ${range#*-}); do
                         [ \"$task\" = \"$LOST\" ] || SLURM_ARRAY_TASK_ID=$task sh $last >> tasks.txt 2>&1
                     done
                 done
             else echo '42;cluster'; sh $last >> merge.txt 2>&1; fi; true",
        ),
        ("scontrol", "echo 'MaxArraySize            = 6'"),
        ("squeue", "[ ! -e queue.txt ] || cat queue.txt"),
        ("scancel", "echo \"$@\" >> cancelled.txt"),
    ];
    for (name, text) in programs {
        program(&folder.join(name), text);
    }
}

#[test]
fn only_missing_samples_are_submitted() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fake_slurm(folder);
    fs::write(
        folder.join("small.ron"),
        model(50, "over: [(load: [0.7, 0.9])], seeds: 6"),
    )
    .unwrap();
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap());
    let slurm = |arguments: &[&str], lost: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cosched"));
        command
            .arg("sweep")
            .args(arguments)
            .env("PATH", &path)
            .env("LOST", lost);
        let output = command.current_dir(folder).output().unwrap();
        (
            output.status.code(),
            text(&output.stdout) + &text(&output.stderr),
        )
    };
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap_or_default();
    run(folder, &["small.ron", "--out", "here"]);
    // All of it takes less than half a minute: one task.
    let (status, said) = slurm(
        &[
            "small.ron",
            "--out",
            "out",
            "--engine",
            "slurm",
            "--at-once",
            "3",
        ],
        "",
    );
    assert_eq!(status, Some(0), "{said}");
    assert!(
        said.contains("job array 41 with 1 of 1 tasks, then job 42 for the tables"),
        "{said}"
    );
    let requested = read("requests.txt");
    let (array, merge) = requested.split_once('\n').unwrap();
    for option in [
        "--parsable",
        "--array=1%3",
        "--requeue",
        "--open-mode=append",
    ] {
        assert!(array.split(' ').any(|word| word == option), "{array}");
    }
    assert!(merge.contains("--dependency=afterany:41 "), "{merge}");
    assert!(
        bytes(&folder.join("out")) == bytes(&folder.join("here")),
        "{}",
        read("merge.txt")
    );
    // Everything is there: nothing is submitted.
    let (status, _) = slurm(&["small.ron", "--out", "out", "--engine", "slurm"], "");
    assert_eq!((status, read("requests.txt")), (Some(0), requested));
    assert!(
        slurm(&["status", "out"], "")
            .1
            .contains("all 12 are there\njob 41: not in the queue")
    );
    fs::write(folder.join("queue.txt"), "RUNNING\nPENDING\nPENDING\n").unwrap();
    assert!(
        slurm(&["status", "out"], "")
            .1
            .contains("job 42: 1 running, 2 pending\n")
    );
    assert!(
        slurm(&["cancel", "out"], "")
            .1
            .starts_with("cancelled: 41, 42;")
    );
    assert_eq!(read("cancelled.txt"), "41 42\n");
    let (status, said) = slurm(&["cancel", "here"], "");
    assert!(
        status == Some(2) && said.contains("nothing of this sweep was submitted"),
        "{said}"
    );
    // Some samples get lost, and the jobs are still there.
    let samples = fs::read_dir(folder.join("out/samples")).unwrap();
    for sample in samples.take(3) {
        fs::remove_file(sample.unwrap().path()).unwrap();
    }
    let (status, said) = slurm(&["small.ron", "--out", "out", "--engine", "slurm"], "");
    assert!(
        status == Some(2) && said.contains("job 41 of this sweep is still in the queue"),
        "{said}"
    );
    fs::remove_file(folder.join("queue.txt")).unwrap();
    // A task is lost: the tables say so, and another submission computes the rest.
    let (status, said) = slurm(&["small.ron", "--out", "out", "--engine", "slurm"], "1");
    assert_eq!(status, Some(0), "{said}");
    assert!(
        read("merge.txt").contains("2 of 12 are missing"),
        "{}",
        read("merge.txt")
    );
    slurm(&["small.ron", "--out", "out", "--engine", "slurm"], "");
    assert!(bytes(&folder.join("out")) == bytes(&folder.join("here")));
}

#[test]
fn without_slurm_one_sentence_says_so() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.ron"), model(30, "seeds: 4")).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_cosched"));
    command.args(["sweep", "a.ron", "--out", "out", "--engine", "slurm"]);
    let output = command
        .current_dir(folder.path())
        .env("PATH", "/nowhere")
        .output()
        .unwrap();
    let said = text(&output.stderr);
    assert!(said.contains("`sbatch` of Slurm cannot be run"), "{said}");
    assert_eq!(output.status.code(), Some(1));
}
