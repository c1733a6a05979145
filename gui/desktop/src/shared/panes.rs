//! The table of panes: a row for each, with what it is called, its state, and when it suits.

/// Hands the table to the macro `$table`, in the order of keys and menus. A row has the
/// documentation of the pane, its name, its [`Facts`](super::pane::Facts); then, for
/// [`crate::panes`], its state, and when it is there ([`When`](crate::panes::view::When)).
macro_rules! with_panes {
    ($table:ident) => {
        $table! {
            /// Schedules: jobs on nodes over time.
            Schedule, Facts {
                keys: &[control(Key::Num1)],
                keywords: &["Gantt chart", "timeline"],
                ..titled("Schedule", OVER_TIME)
            };
            schedule: schedule::State = schedule::State::default(), When::OfFamily;

            /// Busy nodes over time.
            Utilisation, Facts {
                keys: &[control(Key::Num2)],
                keywords: &["utilisation over time", "utilization over time"],
                ..titled("Busy", OVER_TIME)
            };
            // The schedule has it below its charts.
            utilisation: Plot = Plot::curve(&FigureKind::BUSY, CurveKind::Busy), When::OnDemand;

            /// Waiting jobs over time.
            Queue, Facts {
                keys: &[control(Key::Num3)],
                keywords: &["who waits over time"],
                ..titled("Queue", OVER_TIME)
            };
            // The schedule has it below its charts.
            queue: Plot = Plot::curve(&FigureKind::QUEUE, CurveKind::Waiting), When::OnDemand;

            /// Distribution of waits.
            Wait, Facts {
                keys: &[control(Key::Num4)],
                keywords: &["waiting times", "histogram"],
                is_of_whole_runs: true,
                ..titled("Wait", DISTRIBUTIONS)
            };
            wait: Plot = Plot::of(&FigureKind::WAIT).of_jobs(Figure::wait_distribution_of),
                When::OfFamily;

            /// Distribution of bounded slowdowns.
            Slowdown, Facts {
                keys: &[control(Key::Num5)],
                is_of_whole_runs: true,
                ..titled("Slowdown", DISTRIBUTIONS)
            };
            slowdown: Plot = Plot::of(&FigureKind::SLOWDOWN)
                .of_jobs(Figure::slowdown_distribution_of), When::OfFamily;

            /// Bounded slowdown against the size of jobs.
            SlowdownBySize, Facts {
                name: "Slowdown by size",
                keys: &[control(Key::Num6)],
                is_of_whole_runs: true,
                ..titled("By size", DISTRIBUTIONS)
            };
            slowdown_by_size: Plot = Plot::of(&FigureKind::SLOWDOWN_BY_SIZE), When::OfFamily;

            /// Metrics of all runs.
            Compare, Facts {
                keys: &[control(Key::Num7)],
                keywords: &[
                    "table of metrics: wait, response, utilisation",
                    "utilization of each run",
                ],
                is_of_whole_runs: true,
                ..titled("Compare", COMPARISONS)
            };
            compare: compare::State = compare::State::default(), When::OfFamily;

            /// The same jobs in the current run and in the baseline.
            Differences, Facts {
                keywords: &["compare job by job"],
                is_of_whole_runs: true,
                ..titled("Differences", COMPARISONS)
            };
            differences: differences::State = differences::State::default(),
                When::Where(|shared, _| shared.runs.entries.len() > 1);

            /// Runs by two metrics.
            TradeOff, Facts {
                is_of_whole_runs: true,
                ..titled("Trade-off", COMPARISONS)
            };
            trade_off: trade_off::State = trade_off::State::default(),
                When::Where(|shared, _| shared.runs.entries.len() > 1);

            /// Statistics of selected jobs.
            Statistics, Facts {
                keys: &[plain(Key::S)],
                keywords: &["by user, group, queue", "filter jobs: user == 3"],
                is_of_whole_runs: true,
                ..titled("Statistics", JOBS)
            };
            statistics: statistics::State = statistics::State::default(), When::OfFamily;

            /// Waiting jobs at an instant, and why nodes are idle.
            Instant, Facts {
                keys: &[plain(Key::I)],
                ..titled("At an instant", JOBS)
            };
            instant: instant::AtInstant = instant::AtInstant, When::WhereOr(
                |shared, _| shared.replay.at.is_some() || shared.instant.idle.is_some(),
                |shared| shared.runs.current().is_some(),
            );

            /// Predicted starts of the jobs that wait at an instant.
            Predictions, Facts {
                keywords: &["forecast: when a job will start"],
                ..titled("Predictions", JOBS)
            };
            predictions: predictions::Predictions = predictions::Predictions::default(), When::WhereOr(
                |shared, _| shared.replay.at.is_some() || shared.predicted.starts.is_some(),
                |shared| shared.runs.current().is_some(),
            );

            /// Effect of other settings, and on whom.
            WhatIf, Facts {
                keywords: &["change a setting: nodes, limits, policy"],
                ..titled("What if", COMPARISONS)
            };
            what_if: what_if::State = what_if::State::default(), When::OfFamily;

            /// Health of the log.
            Health, Facts {
                keywords: &["quality of the log"],
                ..titled("Health", JOBS)
            };
            health: health::Health = health::Health,
                When::Where(|shared, _| can_inspect(&shared.document.scenario));

            /// Fit of a simulation to the log, and what the log shows of machine, limits and policy.
            Fit, Facts {
                keywords: &["how well the simulation fits the log", "limits of users"],
                ..titled("Fit to the log", JOBS)
            };
            fit: fit::Fit = fit::Fit::default(), When::WhereOr(
                |shared, _| shared.predicted.fit.is_some(),
                |shared| can_inspect(&shared.document.scenario),
            );

            /// Every job of a run.
            Jobs, Facts {
                keys: &[control(Key::Num8)],
                keywords: &["list of jobs", "filter jobs"],
                ..titled("Jobs", JOBS)
            };
            jobs: jobs::State = jobs::State::default(), When::OfFamily;

            /// The scenario as text.
            Scenario, Facts {
                keys: &[control(Key::Num9)],
                keywords: &["edit the file", "RON"],
                ..titled("Scenario text", EXPERIMENT)
            };
            text: text::State = text::State::default(), When::OfFamily;

            /// Residents of nodes over time.
            Memory, Facts {
                // Ctrl+0 undoes the scaling of the window.
                keys: &[plain(Key::M)],
                ..titled("Memory", FAMILY)
            };
            memory: slicing::memory::State = slicing::memory::State::default(), When::OfFamily;

            /// Time lost by loading and swapping so far.
            Overhead, titled("Overhead", FAMILY);
            overhead: Plot = Plot::of(&FigureKind::OVERHEAD).or_say(
                "No run here simulates memory: Scojo-PECT does, where the machine has some",
            ), When::OfFamily;

            /// Short, medium and long jobs.
            Classes, Facts {
                is_of_whole_runs: true,
                ..titled("Classes", FAMILY)
            };
            classes: slicing::classes::State = slicing::classes::State::default(), When::OfFamily;

            /// Graph of a workflow.
            Workflow, Facts {
                keys: &[plain(Key::W)],
                ..titled("Workflow", FAMILY)
            };
            graph: placement::graph::State = placement::graph::State::default(), When::OfFamily;

            /// Load of each server over time.
            Servers, titled("Servers", FAMILY);
            servers: placement::contention::State = placement::contention::State::default(),
                When::OfFamily;

            /// A metric along a parameter, over many runs.
            Sweep, titled("Sweep", EXPERIMENT);
            sweep: sweep::State = sweep::State::default(), When::WhereOr(
                |shared, panes| {
                    shared.document.scenario.sweep.is_some() || panes.sweep.has_begun()
                },
                |_| true,
            );

            /// Experiments of papers, run again.
            Studies, titled("Studies", EXPERIMENT);
            studies: BesideDocuments = BesideDocuments, When::OnDemand;

            /// Places of jobs that take turns in the matrix.
            Matrix, Facts {
                keys: &[plain(Key::X)],
                ..titled("Matrix", FAMILY)
            };
            matrix: coscheduling::matrix::State = coscheduling::matrix::State::default(),
                When::OfFamily;

            /// Processors of moldable jobs over time.
            Sizes, titled("Sizes", FAMILY);
            sizes: Plot = Plot::of(&FigureKind::SIZES), When::OfFamily;

            /// Response against missed deadlines.
            Deadlines, Facts {
                is_of_whole_runs: true,
                ..titled("Deadlines", FAMILY)
            };
            deadlines: Plot = Plot::of(&FigureKind::DEADLINES).or_say(
                "No run here has jobs with deadlines",
            ), When::OfFamily;

            /// Windows of slots on priced nodes.
            Slots, titled("Slots", FAMILY);
            // It stands beside experiments.
            slots: slots::State = slots::State::default(), When::OnDemand;

            /// Power of nodes over time.
            Power, Facts {
                keywords: &["energy, cost, carbon"],
                ..titled("Power", OVER_TIME)
            };
            power: Plot = Plot::of(&FigureKind::POWER).or_say(
                "The scenario does not say what power the machine draws: “machine: Cluster(power: (idle: …, busy: …))” does",
            ), When::Where(|shared, _| {
                let nodes = shared.document.scenario.machine.nodes();
                nodes.is_some_and(|nodes| nodes.power.is_some())
            });

            /// Accounts' shares of usage over time.
            Fairshare, Facts {
                keywords: &["users, accounts, priority"],
                ..titled("Fairshare", OVER_TIME)
            };
            fairshare: Plot = Plot::of(&FigureKind::FAIRSHARE).or_say(
                "No queue here is ordered by fair shares: “parameters: (priority: (weights: (fairshare: …)))” does so",
            ), When::Where(|shared, _| {
                let scenario = &shared.document.scenario;
                let mut variants = scenario.variants.iter();
                scenario.parameters.priority.is_some()
                    || variants.any(|variant| variant.parameters.priority.is_some())
            });

            /// Free capacity over time that fits no waiting job.
            Fragmentation, titled("Fragmentation", OVER_TIME);
            fragmentation: Plot = Plot::of(&FigureKind::FRAGMENTATION).or_say(
                "No run here gives each job a part of the machine that is its own",
            ),
            // It is most useful for shared nodes.
            When::WhereOr(
                |shared, _| {
                    let nodes = shared.document.scenario.machine.nodes();
                    nodes.is_some_and(|nodes| nodes.is_shared())
                },
                |_| true,
            );
        }
    };
}
pub(crate) use with_panes;
