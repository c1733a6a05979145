//! Low windows: what lies below the charts keeps a least height there.

use egui_tiles::{Container, Linear, LinearDir, Tile, TileId, Tree};

use crate::shared::pane::Pane;

/// Least height of what lies below the charts, in points: tabs, headings and two runs of the
/// comparison; but at most that share of the height.
const LEAST: f32 = 156.0;
const MOST: f32 = 0.46;
/// Height of all panes in points from which on each has the share that the user gives it.
const HIGH: f32 = 650.0;

/// The shares of the charts and of what lies below, as they were, and as they are in a low window.
pub(crate) struct Lowered {
    root: TileId,
    before: [f32; 2],
    now: [f32; 2],
}

impl Lowered {
    /// Gives what lies below the charts its least height, where `tree` is that high in points.
    pub(crate) fn give_room(tree: &mut Tree<Pane>, height: f32) -> Option<Self> {
        let least = (LEAST / height.max(1.0)).min(MOST);
        let root = tree.root().filter(|_| height < HIGH)?;
        let [above, below] = parts(tree, root)?;
        if !tree.is_visible(above) || !tree.is_visible(below) {
            return None;
        }
        let shares = &mut linear(tree, root)?.shares;
        let before = [shares[above], shares[below]];
        let all = before[0] + before[1];
        if before[1] >= least * all {
            return None;
        }
        let now = [(1.0 - least) * all, least * all];
        shares.set_share(above, now[0]);
        shares.set_share(below, now[1]);
        Some(Self { root, before, now })
    }

    /// Restores the shares, unless the user has moved the edge meanwhile.
    pub(crate) fn restore(self, tree: &mut Tree<Pane>) {
        let Some([above, below]) = parts(tree, self.root) else {
            return;
        };
        if let Some(linear) = linear(tree, self.root)
            && [linear.shares[above], linear.shares[below]] == self.now
        {
            linear.shares.set_share(above, self.before[0]);
            linear.shares.set_share(below, self.before[1]);
        }
    }
}

/// Returns the two parts of `root` that lie one above the other, if it is so divided.
fn parts(tree: &mut Tree<Pane>, root: TileId) -> Option<[TileId; 2]> {
    let linear = linear(tree, root)?;
    linear.children.as_slice().try_into().ok()
}

fn linear(tree: &mut Tree<Pane>, root: TileId) -> Option<&mut Linear> {
    match tree.tiles.get_mut(root) {
        Some(Tile::Container(Container::Linear(linear))) if linear.dir == LinearDir::Vertical => {
            Some(linear)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::panes::workspace::Desk;

    /// Returns the share of what lies below.
    fn share(tree: &mut Tree<Pane>) -> f32 {
        let root = tree.root().unwrap();
        let [above, below] = parts(tree, root).unwrap();
        let shares = &linear(tree, root).unwrap().shares;
        shares[below] / (shares[above] + shares[below])
    }

    #[test]
    fn a_low_window_gives_room_below_and_takes_it_back() {
        let mut desk = Desk::default();
        let tree = desk.tree();
        let usual = share(tree);
        assert!(Lowered::give_room(tree, 900.0).is_none());
        let lowered = Lowered::give_room(tree, 400.0).unwrap();
        assert!((400.0 * share(tree) - LEAST).abs() < 0.1);
        lowered.restore(tree);
        assert_eq!(share(tree), usual);
        // Lower still, the charts keep the larger part.
        let lowered = Lowered::give_room(tree, 200.0).unwrap();
        assert!((share(tree) - MOST).abs() < 1e-6);
        // What the user moves meanwhile stays.
        let root = tree.root().unwrap();
        let [above, below] = parts(tree, root).unwrap();
        let shares = &mut linear(tree, root).unwrap().shares;
        shares.set_share(above, 1.0);
        shares.set_share(below, 1.0);
        lowered.restore(tree);
        assert_eq!(share(tree), 0.5);
        assert!(Lowered::give_room(tree, 400.0).is_none());
    }
}
