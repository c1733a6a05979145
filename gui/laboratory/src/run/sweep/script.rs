//! Scripts with which other programs compute a sweep, shard by shard.

use std::path::Path;

use crate::base::system::files;

/// A program that starts others, on this machine or on many.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Engine {
    /// Job arrays of Slurm.
    Slurm,
    /// Job arrays of PBS.
    Pbs,
    /// GNU parallel.
    Parallel,
    /// Snakemake.
    Snakemake,
}

/// A sweep as arguments of the command line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SweepCommand {
    program: String,
    file: String,
    folder: String,
    shards: usize,
}

impl SweepCommand {
    /// The sweep of `file` into `folder` by `program`, in so many shards.
    pub fn new(program: &str, file: &Path, folder: &Path, shards: usize) -> Self {
        // The script may be started from any folder.
        let whole = |path: &Path| {
            let path = files::absolute(path);
            path.to_string_lossy().into_owned()
        };
        Self {
            program: program.to_owned(),
            file: whole(file),
            folder: whole(folder),
            shards,
        }
    }

    fn sweep(&self) -> String {
        let words = [&*self.program, "sweep", &self.file, "--out", &self.folder];
        words.map(quoted).join(" ")
    }

    /// The command for a shard, whose number is that in a variable of the shell or of an engine.
    fn shard(&self, number: &str) -> String {
        format!(
            "{} --shard {number}/{} --threads 1 --quiet",
            self.sweep(),
            self.shards
        )
    }

    /// The command that makes the tables.
    fn merge(&self) -> String {
        format!("{} --merge", self.sweep())
    }

    /// The script of the job that makes the tables.
    pub(super) fn merge_task(&self) -> String {
        format!("#!/bin/sh\nexec {}\n", self.merge())
    }

    /// The script of one task of a job array of Slurm.
    pub(super) fn slurm_task(&self) -> String {
        format!(
            "#!/bin/sh\n# One shard of a sweep. What is there already is not computed again.\nexec {}\n",
            self.shard("\"$SLURM_ARRAY_TASK_ID\"")
        )
    }

    /// Returns the script for `engine`.
    pub fn script(&self, engine: Engine) -> String {
        match engine {
            Engine::Slurm => self.slurm(),
            Engine::Pbs => self.pbs(),
            Engine::Parallel => self.parallel(),
            Engine::Snakemake => self.snakemake(),
        }
    }

    fn slurm(&self) -> String {
        format!(
            "#!/bin/sh\n\
             # Run this once where sbatch is. The last job makes the tables when all shards have ended.\n\
             set -e\n\
             array=$(sbatch --parsable --job-name=cosched-sweep --array=1-{} --cpus-per-task=1 \\\n    \
                 --requeue --open-mode=append <<'END'\n\
             {}END\n\
             )\n\
             # On several clusters the name of one follows.\n\
             sbatch --job-name=cosched-merge --dependency=\"afterany:${{array%%;*}}\" <<'END'\n\
             {}END\n",
            self.shards,
            self.slurm_task(),
            self.merge_task(),
        )
    }

    fn pbs(&self) -> String {
        // An array of PBS has two jobs at least.
        let (range, number) = match self.shards {
            1 => (String::new(), "1"),
            shards => (format!(" -J 1-{shards}"), "\"$PBS_ARRAY_INDEX\""),
        };
        format!(
            "#!/bin/sh\n\
             # Run this once where qsub is. The last job makes the tables when all shards have ended.\n\
             set -e\n\
             array=$(qsub -N cosched-sweep{range} -l select=1:ncpus=1 -r y <<'END'\n\
             #!/bin/sh\n\
             exec {}\n\
             END\n\
             )\n\
             qsub -N cosched-merge -W depend=afterany:\"$array\" <<'END'\n\
             {}END\n",
            self.shard(number),
            self.merge_task(),
        )
    }

    fn parallel(&self) -> String {
        format!(
            "#!/bin/sh\n\
             # Run this with `sh`. GNU parallel takes more machines with --sshloginfile FILE.\n\
             seq 1 {} | parallel {}\n\
             exec {}\n",
            self.shards,
            // GNU parallel passes its command to a shell.
            quoted(&self.shard("{}")),
            self.merge()
        )
    }

    fn snakemake(&self) -> String {
        // Snakemake takes braces in its commands as names.
        let doubled = |text: &str| text.replace('{', "{{").replace('}', "}}");
        let written = |text: &str| format!("{text:?}");
        let shard = doubled(&self.shard("\u{0}")).replace('\u{0}', "{wildcards.number}");
        let mark = format!(
            "{}/shards/{{number}}-of-{}",
            doubled(&self.folder),
            self.shards
        );
        let results = |name: &str| written(&format!("{}/{name}", self.folder));
        format!(
            "# Run this with `snakemake --cores 4 --snakefile FILE`.\n\
             rule tables:\n    \
                 input: expand({}, number=range(1, {}))\n    \
                 output: {}, {}, {}\n    \
                 shell: {}\n\n\
             rule shard:\n    \
                 output: touch({})\n    \
                 shell: {}\n",
            written(&mark),
            self.shards + 1,
            results("results.csv"),
            results("results.parquet"),
            results("summary.csv"),
            written(&doubled(&self.merge())),
            written(&mark),
            written(&shard),
        )
    }
}

/// `word` quoted for a shell.
fn quoted(word: &str) -> String {
    // Only a zero byte cannot be quoted, which no path has.
    shlex::try_quote(word).map_or_else(|_| String::new(), |word| word.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call() -> SweepCommand {
        SweepCommand::new(
            "cosched",
            Path::new("/data/my load.ron"),
            Path::new("/out"),
            7,
        )
    }

    const SWEEP: &str = "cosched sweep '/data/my load.ron' --out /out";

    #[test]
    fn job_arrays_compute_shards() {
        let slurm = call().script(Engine::Slurm);
        assert!(slurm.contains(" --array=1-7 "), "{slurm}");
        assert!(slurm.contains("--requeue --open-mode=append"), "{slurm}");
        let task =
            format!("\nexec {SWEEP} --shard \"$SLURM_ARRAY_TASK_ID\"/7 --threads 1 --quiet\n");
        assert!(slurm.contains(&task), "{slurm}");
        let pbs = call().script(Engine::Pbs);
        assert!(pbs.contains(" -J 1-7 "), "{pbs}");
        let task = format!("\nexec {SWEEP} --shard \"$PBS_ARRAY_INDEX\"/7 --threads 1 --quiet\n");
        assert!(pbs.contains(&task), "{pbs}");
        for script in [slurm, pbs] {
            assert!(
                script.ends_with(&format!("\nexec {SWEEP} --merge\nEND\n")),
                "{script}"
            );
        }
    }

    /// Snakemake substitutes names in braces, so that only its own may be in braces.
    #[test]
    fn the_workflow_of_snakemake_has_a_file_for_each_shard() {
        let call = SweepCommand::new("cosched", Path::new("/a.ron"), Path::new("/a {b"), 7);
        let said = call.script(Engine::Snakemake);
        for line in [
            "    input: expand(\"/a {{b/shards/{number}-of-7\", number=range(1, 8))",
            "    output: touch(\"/a {{b/shards/{number}-of-7\")",
            "    shell: \"cosched sweep /a.ron --out '/a {{b' --shard {wildcards.number}/7 --threads 1 --quiet\"",
            "    output: \"/a {b/results.csv\", \"/a {b/results.parquet\", \"/a {b/summary.csv\"",
            "    shell: \"cosched sweep /a.ron --out '/a {{b' --merge\"",
        ] {
            assert!(said.lines().any(|found| found == line), "{line}: {said}");
        }
    }
}
