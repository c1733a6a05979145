//! Scripts that run the shards of a sweep on engines for many machines, and then merge them.

/// An engine that runs many programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Script {
    /// Arrays of jobs of Slurm.
    Slurm,
    /// Arrays of jobs of PBS Professional.
    Pbs,
    /// GNU parallel, on one machine or several.
    Parallel,
    /// A workflow of Snakemake.
    Snakemake,
}

impl Script {
    /// The script: `sweep` is the command up to what every shard says besides, as on a
    /// shell's line, and `folder` the folder of the results.
    pub fn text(self, sweep: &str, folder: &str, shards: usize) -> String {
        match self {
            Self::Slurm => slurm(sweep, shards),
            Self::Pbs => pbs(sweep, shards),
            Self::Parallel => parallel(sweep, shards),
            Self::Snakemake => snakemake(sweep, folder, shards),
        }
    }
}

fn slurm(sweep: &str, shards: usize) -> String {
    format!(
        "#!/bin/sh
# Run this once where sbatch is. The last job makes the tables when all shards have ended.
set -e
array=$(sbatch --parsable --array=1-{shards} --cpus-per-task=1 <<'END'
#!/bin/sh
exec {sweep} --quiet --threads 1 --shard \"$SLURM_ARRAY_TASK_ID/{shards}\"
END
)
# On several clusters the name of one follows.
sbatch --dependency=\"afterok:${{array%%;*}}\" <<'END'
#!/bin/sh
exec {sweep} --merge
END
"
    )
}

fn pbs(sweep: &str, shards: usize) -> String {
    // An array has two jobs at least.
    let (range, part) = match shards {
        1 => (String::new(), "1"),
        _ => (format!(" -J 1-{shards}"), "$PBS_ARRAY_INDEX"),
    };
    format!(
        "#!/bin/sh
# Run this once where qsub is. The last job makes the tables when all shards have ended.
set -e
array=$(qsub{range} -l select=1:ncpus=1 <<'END'
#!/bin/sh
cd \"$PBS_O_WORKDIR\"
exec {sweep} --quiet --threads 1 --shard \"{part}/{shards}\"
END
)
qsub -W depend=afterok:\"$array\" <<'END'
#!/bin/sh
cd \"$PBS_O_WORKDIR\"
exec {sweep} --merge
END
"
    )
}

fn parallel(sweep: &str, shards: usize) -> String {
    // Whoever reads the command again is a shell, and quotes stand in it as they are.
    let command = sweep.replace('\'', "'\\''");
    format!(
        "#!/bin/sh
# Run this where parallel is; a shard on each core, and tables at the end.
set -e
seq 1 {shards} | parallel --halt soon,fail=1 '{command} --quiet --threads 1 --shard {{}}/{shards}'
exec {sweep} --merge
"
    )
}

fn snakemake(sweep: &str, folder: &str, shards: usize) -> String {
    let python = |text: &str| format!("{text:?}");
    let table = python(&format!("{folder}/results.csv"));
    let done = format!("{folder}/shard-{{shard}}-of-{shards}.done");
    let shard = format!("{sweep} --quiet --threads 1 --shard {{wildcards.shard}}/{shards}");
    format!(
        "# Save this as Snakefile and run: snakemake --cores all
rule tables:
    input:
        expand({done}, shard=range(1, {after}))
    output:
        {table}
    shell:
        {merge}

rule shard:
    output:
        touch({done})
    shell:
        {shard}
",
        done = python(&done),
        after = shards + 1,
        merge = python(&(format!("{sweep} --merge"))),
        shard = python(&shard),
    )
}
