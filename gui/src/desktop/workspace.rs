//! Workspaces: which panes an experiment fills, and how they lie for its family.

use std::collections::{BTreeMap, BTreeSet};

use egui_tiles::{Linear, LinearDir, Tile, TileId, Tiles, Tree};
use serde::{Deserialize, Serialize};

use super::App;
use super::panes::Pane;
use crate::scenario::{Machine, PolicyName, Scenario, Workload};

/// A layout made for a family of policies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub(super) enum Workspace {
    /// Jobs with nodes of their own.
    #[default]
    Nodes,
    /// Time slices with node memory.
    Slices,
    /// Jobs that take turns.
    Coscheduling,
    /// Moldable jobs with deadlines.
    Moldable,
    /// Jobs that follow one another, on servers.
    Workflow,
    /// Windows of slots.
    Slots,
}

impl Workspace {
    /// That of `scenario`: by its machine, else by the first of its policies that has one
    /// of its own.
    pub(super) fn of(scenario: &Scenario) -> Self {
        if matches!(scenario.machine, Machine::Servers(_)) {
            return Self::Workflow;
        }
        let own = policies(scenario).map(|policy| match policy {
            _ if policy.shares_nodes() => Self::Slices,
            _ if policy.has_quanta() => Self::Coscheduling,
            _ if policy.molds() => Self::Moldable,
            PolicyName::Slots => Self::Slots,
            _ => Self::Nodes,
        });
        let mut own = own.filter(|workspace| *workspace != Self::Nodes);
        own.next().unwrap_or_default()
    }

    /// What is in front: above, below on the left, below on the right.
    const fn front(self) -> [&'static [Pane]; 3] {
        match self {
            Self::Nodes => [&[Pane::Schedule], &[Pane::Compare], &[]],
            Self::Slices => [
                &[Pane::Schedule, Pane::Memory],
                &[Pane::Compare],
                &[Pane::Classes, Pane::Overhead],
            ],
            Self::Coscheduling => [&[Pane::Schedule], &[Pane::Compare], &[Pane::Matrix]],
            Self::Moldable => [
                &[Pane::Schedule],
                &[Pane::Compare],
                &[Pane::Sizes, Pane::Deadlines],
            ],
            Self::Workflow => [
                &[Pane::Schedule],
                &[Pane::Compare],
                &[Pane::Workflow, Pane::Servers],
            ],
            Self::Slots => [&[Pane::Schedule, Pane::Slots], &[Pane::Compare], &[]],
        }
    }

    /// The charts above, the comparison below on the left, what is the family's own beside
    /// it; every pane is somewhere.
    fn layout(self) -> Tree<Pane> {
        let front = self.front();
        let named = |pane: &Pane| front.iter().any(|panes| panes.contains(pane));
        let mut tiles = Tiles::default();
        let mut tabs = |group: usize| {
            let others = Pane::ALL
                .into_iter()
                .filter(|pane| group == 0 && !named(pane));
            let panes = front[group].iter().copied().chain(others);
            let children: Vec<TileId> = panes.map(|pane| tiles.insert_pane(pane)).collect();
            (!children.is_empty()).then(|| tiles.insert_tab_tile(children))
        };
        let (above, left, right) = (tabs(0), tabs(1), tabs(2));
        let below = match (left, right) {
            (Some(left), Some(right)) => {
                let both = linear(LinearDir::Horizontal, left, 0.6, right);
                Some(tiles.insert_container(both))
            }
            (left, right) => left.or(right),
        };
        let root = match (above, below) {
            (Some(above), Some(below)) => {
                let all = linear(LinearDir::Vertical, above, self.share(), below);
                tiles.insert_container(all)
            }
            (above, below) => above
                .or(below)
                .unwrap_or_else(|| tiles.insert_tab_tile(Vec::new())),
        };
        Tree::new(egui::Id::unique(("panes", self as u8)), root, tiles)
    }

    /// The share of the height that the charts have.
    const fn share(self) -> f32 {
        match self {
            Self::Nodes | Self::Slots => 0.76,
            Self::Slices | Self::Coscheduling | Self::Moldable | Self::Workflow => 0.6,
        }
    }
}

fn linear(dir: LinearDir, first: TileId, share: f32, second: TileId) -> Linear {
    Linear::new_binary(dir, [first, second], share)
}

/// The policies that `scenario` names.
fn policies(scenario: &Scenario) -> impl Iterator<Item = PolicyName> + '_ {
    let variants = scenario.variants.iter().map(|variant| variant.policy);
    scenario.policies.iter().copied().chain(variants)
}

/// Where the panes are: of each workspace as its person has arranged it.
#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Desk {
    trees: BTreeMap<Workspace, Tree<Pane>>,
    #[serde(skip)]
    workspace: Workspace,
    /// Shown on demand, whatever the experiment fills.
    #[serde(skip)]
    asked: BTreeSet<Pane>,
    /// To be in front once panes are not drawn any more.
    #[serde(skip)]
    waiting: Vec<Pane>,
}

impl Desk {
    /// Goes to the workspace of `scenario`.
    pub(super) fn open(&mut self, scenario: &Scenario) {
        self.workspace = Workspace::of(scenario);
        self.asked.clear();
    }

    /// The panes as they lie now.
    pub(super) fn tree(&mut self) -> &mut Tree<Pane> {
        let workspace = self.workspace;
        let tree = self.trees.entry(workspace);
        tree.or_insert_with(|| workspace.layout())
    }

    /// Brings `pane` to the front of its tabs; from now on it is there.
    pub(super) fn show(&mut self, pane: Pane) {
        self.asked.insert(pane);
        let tree = self.tree();
        let Some(place) = tree.tiles.find_pane(&pane) else {
            return self.waiting.push(pane);
        };
        tree.set_visible(place, true);
        tree.make_active(|_, tile| matches!(tile, Tile::Pane(found) if *found == pane));
    }

    /// Takes the panes to draw them, which may ask for one another, and whose they are.
    pub(super) fn take(&mut self) -> (Workspace, Tree<Pane>) {
        let tree = self.tree();
        let id = tree.id();
        let tree = std::mem::replace(tree, Tree::empty(id));
        (self.workspace, tree)
    }

    /// Puts them back where they were, whatever has been opened meanwhile.
    pub(super) fn put_back(&mut self, (workspace, tree): (Workspace, Tree<Pane>)) {
        self.trees.insert(workspace, tree);
        for pane in std::mem::take(&mut self.waiting) {
            self.show(pane);
        }
    }

    /// Puts this workspace back to how it was made.
    pub(super) fn reset(&mut self) {
        self.trees.remove(&self.workspace);
        self.asked.clear();
    }

    /// Leaves out layouts that a file has damaged.
    pub(super) fn mend(&mut self) {
        self.trees.retain(|_, tree| is_complete(tree));
    }

    /// Shows those panes that `applies` says, and those that were asked for.
    fn fill(&mut self, applies: impl Fn(Pane) -> bool) {
        let asked = std::mem::take(&mut self.asked);
        let tree = self.tree();
        for pane in Pane::ALL {
            if let Some(place) = tree.tiles.find_pane(&pane) {
                tree.set_visible(place, asked.contains(&pane) || applies(pane));
            }
        }
        self.asked = asked;
    }
}

/// Whether every pane can be reached in `tree`, which a file may have damaged.
fn is_complete(tree: &Tree<Pane>) -> bool {
    let Some(root) = tree.root() else {
        return false;
    };
    let mut found = Vec::new();
    let mut open = vec![root];
    while let Some(id) = open.pop() {
        match tree.tiles.get(id) {
            Some(Tile::Pane(pane)) => found.push(*pane),
            Some(Tile::Container(container)) => open.extend(container.children().copied()),
            None => return false,
        }
        if found.len() + open.len() > 2 * Pane::ALL.len() {
            return false;
        }
    }
    found.len() == Pane::ALL.len() && Pane::ALL.iter().all(|pane| found.contains(pane))
}

impl App {
    /// Leaves out the panes that nothing in this experiment fills.
    pub(super) fn fill_workspace(&mut self) {
        let scenario = &self.document.scenario;
        let runs = self.runs.entries.iter().map(|entry| entry.run.policy);
        let policies: Vec<PolicyName> = policies(scenario).chain(runs).collect();
        let any = |such: fn(PolicyName) -> bool| policies.iter().any(|policy| such(*policy));
        let has_servers = matches!(scenario.machine, Machine::Servers(_));
        let has_workflow = matches!(scenario.workload, Workload::Workflow(_));
        let known = self.experiment.as_ref();
        let has_deadlines = known.is_some_and(|known| known.has_deadlines());
        self.settings.desk.fill(|pane| match pane {
            Pane::Memory | Pane::Overhead | Pane::Classes => any(PolicyName::shares_nodes),
            Pane::Matrix => any(PolicyName::has_quanta),
            Pane::Sizes => any(PolicyName::molds),
            Pane::Deadlines => has_deadlines || any(PolicyName::molds),
            Pane::Workflow => has_servers || has_workflow,
            Pane::Servers => has_servers,
            // They stand beside experiments, and are opened when they are wanted.
            Pane::Slots | Pane::Studies => false,
            // The schedule has them below its charts.
            Pane::Utilisation | Pane::Queue => false,
            _ => true,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Workspace; 6] = [
        Workspace::Nodes,
        Workspace::Slices,
        Workspace::Coscheduling,
        Workspace::Moldable,
        Workspace::Workflow,
        Workspace::Slots,
    ];

    #[test]
    fn every_layout_has_every_pane_once() {
        for workspace in ALL {
            assert!(is_complete(&workspace.layout()), "{workspace:?}");
        }
    }

    #[test]
    fn a_layout_without_a_pane_is_noticed() {
        let mut tree = Workspace::Nodes.layout();
        let gone = tree.tiles.find_pane(&Pane::Jobs).unwrap();
        tree.remove_recursively(gone);
        assert!(!is_complete(&tree));
        assert!(!is_complete(&Tree::empty(egui::Id::unique("nothing"))));
    }

    #[test]
    fn a_damaged_layout_is_made_anew() {
        let mut desk = Desk::default();
        let gone = desk.tree().tiles.find_pane(&Pane::Jobs).unwrap();
        desk.tree().remove_recursively(gone);
        desk.mend();
        assert!(is_complete(desk.tree()));
    }

    /// Examples open in the workspace of their family.
    #[test]
    fn experiments_have_the_workspace_of_their_family() {
        let of = |title: &str| {
            let mut all = crate::load::examples::ALL.iter();
            let example = all.find(|example| example.title == title).unwrap();
            Workspace::of(&crate::scenario::parse(example.text, None).unwrap())
        };
        assert_eq!(of("Backfill basics"), Workspace::Nodes);
        assert_eq!(of("Time slices that share memory"), Workspace::Slices);
        assert_eq!(of("Workflow on shared servers"), Workspace::Workflow);
    }
}
