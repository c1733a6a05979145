//! Examples of the gallery, each with its text, the pane that shows its point, and its picture.

use crate::shared::pane::Pane;
use charts::colour::ColourBy;
use laboratory::load::examples;

/// An example with its point.
#[derive(Debug)]
pub(crate) struct Scene {
    /// Name of the example.
    pub(super) example: &'static str,
    /// Description.
    pub(super) sentences: [&'static str; 3],
    /// Pane that makes the point.
    pub(crate) pane: Pane,
    /// Number of a job of the last run that is worth a look.
    pub(crate) job: Option<u64>,
    /// Picture.
    pub(super) picture: Picture,
}

/// Kind of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Picture {
    /// Schedules of all runs, coloured by wait.
    Waits,
    /// Schedules of all runs, coloured by job.
    Jobs,
    /// Distribution of waits of all runs.
    WaitDistribution,
    /// Bounded slowdown of all runs against the size of jobs.
    SlowdownBySize,
    /// Memory of nodes under the last policy.
    Memory,
    /// Matrix of the first run.
    Turns,
    /// Graph of a workflow.
    Graph,
}

impl Picture {
    /// Returns the colouring of a schedule.
    pub(super) fn colours(self) -> Option<ColourBy> {
        (self == Self::Jobs).then_some(ColourBy::Job)
    }
}

/// All of them, those of a family side by side.
pub(super) const ALL: [Scene; 16] = [
    Scene {
        example: "backfill_basics",
        sentences: [
            "500 jobs under FCFS and EASY, on the same 64 nodes.",
            "Where nobody may pass the head of the queue, nodes stay idle and jobs wait for days.",
            "Letting short jobs pass cuts the mean wait from 36 hours to less than two.",
        ],
        pane: Pane::Schedule,
        // It requests all nodes, and waits longest.
        job: Some(19),
        picture: Picture::Waits,
    },
    Scene {
        example: "queue_orders",
        sentences: [
            "2000 jobs under EASY with the queue in other orders, and under conservative backfilling.",
            "By WFP3 the mean wait is a third shorter than in the order of submission.",
            "The longest wait is nearly twice as long: somebody pays for the better mean.",
        ],
        pane: Pane::Compare,
        job: None,
        picture: Picture::WaitDistribution,
    },
    Scene {
        example: "narrow_passes_wide",
        sentences: [
            "Three jobs on eight nodes, small enough to work out on paper.",
            "Job 2 wants all nodes and waits for job 1.",
            "Job 3 fits beside job 1 and ends before job 2 can start: under EASY it may pass.",
        ],
        pane: Pane::Schedule,
        job: Some(3),
        picture: Picture::Jobs,
    },
    Scene {
        example: "r2",
        sentences: [
            "EASY protects only the head of the queue, here job 2.",
            "Job 4 passes on the one node that job 2 leaves, and job 3, the second, waits for it.",
            "Conservative backfilling keeps a reservation for every job: job 4 has to wait.",
        ],
        pane: Pane::Schedule,
        job: Some(4),
        picture: Picture::Jobs,
    },
    Scene {
        example: "r3",
        sentences: [
            "Job 1 was to run for 10 s and ends after 5.",
            "All reservations behind it move up.",
            "The inspector tells each change of a reservation and its cause.",
        ],
        pane: Pane::Schedule,
        job: Some(4),
        picture: Picture::Jobs,
    },
    Scene {
        example: "shared_memory",
        sentences: [
            "Short, medium and long jobs take turns on nodes of 400 MiB.",
            "What does not fit is swapped out and loaded again, which takes time.",
            "Even so jobs wait a third as long as where no two share a node.",
        ],
        pane: Pane::Memory,
        job: None,
        picture: Picture::Memory,
    },
    Scene {
        example: "short_first",
        sentences: [
            "EASY takes jobs as they come, however long.",
            "Scojo-PECT gives each class a slice of every interval, so short jobs go soon.",
            "The mean slowdown falls to a fifth; medium and long jobs pay for it.",
        ],
        pane: Pane::Classes,
        job: None,
        picture: Picture::SlowdownBySize,
    },
    Scene {
        example: "taking_turns",
        sentences: [
            "24 jobs take turns on 16 nodes, a minute each.",
            "Gang scheduling runs all processes of a job at once and leaves gaps in its matrix.",
            "Flexible coscheduling fills gaps with processes that need not run together.",
        ],
        pane: Pane::Matrix,
        job: None,
        picture: Picture::Turns,
    },
    Scene {
        example: "quanta",
        sentences: [
            "The same jobs in turns of half a minute, two minutes and ten; every change costs 2 s.",
            "In short turns a job waits 21 s for its first, in long ones nearly nine minutes.",
            "But short turns cost more changes: here two minutes give the shortest mean response.",
        ],
        pane: Pane::Compare,
        job: None,
        picture: Picture::WaitDistribution,
    },
    Scene {
        example: "mixed_grains",
        sentences: [
            "Jobs of fine, medium and independent grain on one machine, worked out on paper.",
            "Sharing the time gives each grain all nodes in turn; sharing the nodes gives each its part.",
            "Here shares of nodes win: nobody waits, and all is done by 3 s instead of 7.",
        ],
        pane: Pane::Schedule,
        job: None,
        picture: Picture::Jobs,
    },
    Scene {
        example: "moldable",
        sentences: [
            "Users ask for three times the processors that are of use to their jobs.",
            "KCEASY keeps those sizes; ADaSA chooses the least that meet the deadlines.",
            "Jobs then wait a quarter as long, and more of them are in time.",
        ],
        pane: Pane::Sizes,
        job: None,
        picture: Picture::Waits,
    },
    Scene {
        example: "hard_deadlines",
        sentences: [
            "Three jobs on one processor, and deadlines after which a job is worth nothing.",
            "In the order of submission job 3 would be late, and is refused on arrival.",
            "ADaSA serves the most urgent first, and all three are in time.",
        ],
        pane: Pane::Compare,
        job: None,
        picture: Picture::Jobs,
    },
    Scene {
        example: "workflow",
        sentences: [
            "Fifty jobs that follow one another, on three servers that share their bandwidth.",
            "Where a job is placed decides how far it slows others down.",
            "SLF counts threads, LET and MOM look ahead: three rules, three makespans.",
        ],
        pane: Pane::Workflow,
        job: None,
        picture: Picture::Graph,
    },
    Scene {
        example: "deside_d1",
        sentences: [
            "Five jobs on two servers, worked out on paper.",
            "Counting threads sends job 3 beside job 2, where both are in each other's way.",
            "Looking ahead places it beside job 1 and ends a second sooner.",
        ],
        pane: Pane::Schedule,
        job: Some(3),
        picture: Picture::Jobs,
    },
    Scene {
        example: "slot_market",
        sentences: [
            "Eight dear nodes that are twice as fast as eight cheap ones.",
            "Whoever buys the cheapest window pays two thirds and is done after four times as long.",
            "Compare shows what the others pay to be done soon.",
        ],
        pane: Pane::Compare,
        job: None,
        picture: Picture::Waits,
    },
    Scene {
        example: "slots_engine",
        sentences: [
            "Six jobs buy windows on four nodes of different performance, price and quality.",
            "Each says what makes a window the best for it: the first, the cheapest, the soonest.",
            "Job 4 offers less than the cheapest window costs, and is refused.",
        ],
        pane: Pane::Schedule,
        job: Some(3),
        picture: Picture::Jobs,
    },
];

impl Scene {
    /// Returns the index of its example among all.
    pub(super) fn index(&self) -> Option<usize> {
        let mut all = examples::ALL.iter();
        all.position(|example| example.name == self.example)
    }
}

/// Returns the scene of the example with that index.
pub(crate) fn scene_of(index: usize) -> Option<&'static Scene> {
    ALL.iter().find(|scene| scene.index() == Some(index))
}
