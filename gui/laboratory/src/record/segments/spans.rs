//! Nodes of segments: two bytes a number on machines on which that is enough.

/// The first node of each segment, and its number of nodes.
#[derive(Debug)]
pub(super) enum NodeSpans {
    /// All numbers are at most 65 535.
    Short(Vec<[u16; 2]>),
    Long(Vec<[u32; 2]>),
}

impl Default for NodeSpans {
    fn default() -> Self {
        Self::Short(Vec::new())
    }
}

impl NodeSpans {
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Short(all) => all.len(),
            Self::Long(all) => all.len(),
        }
    }

    pub(super) fn push(&mut self, first: u32, nodes: u32) {
        match self {
            Self::Short(all) => match (u16::try_from(first), u16::try_from(nodes)) {
                (Ok(first), Ok(nodes)) => all.push([first, nodes]),
                _ => {
                    let all = all.iter().map(|span| span.map(u32::from));
                    *self = Self::Long(all.chain([[first, nodes]]).collect());
                }
            },
            Self::Long(all) => all.push([first, nodes]),
        }
    }

    /// Returns the first node of the segment at `index`, and its number of nodes.
    #[inline]
    pub(super) fn get(&self, index: usize) -> (u32, u32) {
        let [first, nodes] = match self {
            Self::Short(all) => all[index].map(u32::from),
            Self::Long(all) => all[index],
        };
        (first, nodes)
    }

    pub(super) fn shrink_to_fit(&mut self) {
        match self {
            Self::Short(all) => all.shrink_to_fit(),
            Self::Long(all) => all.shrink_to_fit(),
        }
    }
}
