//! A GPU cluster with what its pods leave of each node; pods come and never go.

use std::collections::HashMap;

use laboratory::load::gpu_cluster::{GpuNode, Pod, WHOLE_GPU};

/// Request of a pod; pods that ask for the same are one shape.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Shape {
    /// Thousandths of cores.
    pub(super) cpu: u32,
    /// Memory in MiB.
    pub(super) memory: u32,
    /// Number of GPUs.
    pub(super) gpus: u32,
    /// Thousandths of each of its GPUs.
    pub(super) share: u32,
    /// Models of GPUs that it may have, a bit each; `None` if any will do.
    pub(super) models: Option<u64>,
}

impl Shape {
    /// Thousandths of GPUs in all.
    pub(super) const fn gpu(&self) -> u32 {
        self.gpus * self.share
    }

    /// Whether it has part of a GPU.
    pub(super) const fn is_part(&self) -> bool {
        self.gpus == 1 && self.share < WHOLE_GPU
    }

    /// Class of pods with as many GPUs; parts of one are a class of their own.
    pub(super) const fn class(&self) -> u32 {
        if self.is_part() { 0 } else { self.gpus }
    }
}

/// Rest of a node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Left {
    /// Thousandths of cores.
    pub(super) cpu: u32,
    /// Memory in MiB.
    pub(super) memory: u32,
    /// Thousandths of each GPU.
    pub(super) gpus: Vec<u32>,
    /// Model of its GPUs, as a bit; 0 if it has none.
    pub(super) model: u64,
    /// Classes of the pods on it that have GPUs, without repetition.
    pub(super) classes: Vec<u32>,
}

impl Left {
    /// Thousandths of all its GPUs.
    pub(super) fn gpu(&self) -> u32 {
        self.gpus.iter().sum()
    }

    /// Number of its GPUs that are wholly free.
    pub(super) fn free_gpus(&self) -> usize {
        let free = self.gpus.iter().filter(|left| **left == WHOLE_GPU);
        free.count()
    }

    /// Whether its GPUs are of a model that a pod may have.
    pub(super) fn suits(&self, shape: &Shape) -> bool {
        shape.models.is_none_or(|models| models & self.model > 0)
    }

    /// Whether it has as many GPUs with so much left as a pod asks for.
    pub(super) fn has_gpus(&self, shape: &Shape) -> bool {
        let enough = self.gpus.iter().filter(|left| **left >= shape.share);
        shape.gpus == 0 || enough.count() >= shape.gpus as usize
    }

    /// Whether a pod has room.
    pub(super) fn fits(&self, shape: &Shape) -> bool {
        let has_room = self.cpu >= shape.cpu && self.memory >= shape.memory;
        has_room && (shape.gpus == 0 || (self.suits(shape) && self.has_gpus(shape)))
    }

    /// Rest once a pod, which has room, is on the GPUs with these indices.
    pub(super) fn without(&self, shape: &Shape, gpus: &[usize]) -> Self {
        let mut left = self.clone();
        left.cpu -= shape.cpu;
        left.memory -= shape.memory;
        for &gpu in gpus {
            left.gpus[gpu] -= shape.share;
        }
        if shape.gpus > 0 && !left.classes.contains(&shape.class()) {
            left.classes.push(shape.class());
        }
        left
    }

    /// First GPUs that are wholly free, as many as a pod asks for.
    pub(super) fn first_free(&self, shape: &Shape) -> Vec<usize> {
        let all = self.gpus.iter().enumerate();
        let free = all.filter(|(_, left)| **left == WHOLE_GPU);
        free.map(|(index, _)| index)
            .take(shape.gpus as usize)
            .collect()
    }

    /// GPUs on which a pod that asks for part of one has room.
    pub(super) fn with_part(&self, shape: &Shape) -> impl Iterator<Item = usize> {
        let all = self.gpus.iter().enumerate();
        let enough = all.filter(|(_, left)| **left >= shape.share);
        enough.map(|(index, _)| index)
    }
}

/// An empty cluster, and pods by their shapes.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Trace {
    /// Nodes, empty, in the order of their names.
    pub(super) nodes: Vec<Left>,
    /// Shapes, in the order of the first pod of each.
    pub(super) shapes: Vec<Shape>,
    /// Index of the shape of each pod, in the order of the table.
    pub(super) pods: Vec<usize>,
}

impl Trace {
    pub(super) fn new(mut nodes: Vec<GpuNode>, pods: &[Pod]) -> Self {
        nodes.sort_by(|one, other| one.name.cmp(&other.name));
        let mut models = Vec::new();
        // Beyond 64 models, a pod that names one of them would have none.
        let mut bit = |name: &str| {
            let known = models.iter().position(|one: &String| one == name);
            let index = known.unwrap_or_else(|| {
                models.push(name.to_owned());
                models.len() - 1
            });
            1_u64.checked_shl(index as u32).unwrap_or(0)
        };
        let empty = nodes.iter().map(|node| Left {
            cpu: node.cpu,
            memory: node.memory,
            gpus: vec![WHOLE_GPU; node.gpus as usize],
            model: node.model.as_deref().map_or(0, &mut bit),
            classes: Vec::new(),
        });
        let empty = empty.collect();
        let (mut shapes, mut known) = (Vec::new(), HashMap::new());
        let of_pods = pods.iter().map(|pod| {
            let named = pod.models.iter().map(|name| bit(name));
            let shape = Shape {
                cpu: pod.cpu,
                memory: pod.memory,
                gpus: pod.gpus,
                share: pod.share,
                models: (!pod.models.is_empty()).then(|| named.fold(0, |all, one| all | one)),
            };
            *known.entry(shape.clone()).or_insert_with(|| {
                shapes.push(shape);
                shapes.len() - 1
            })
        });
        let of_pods = of_pods.collect();
        Self {
            nodes: empty,
            shapes,
            pods: of_pods,
        }
    }

    /// Thousandths of all GPUs.
    pub(super) fn capacity(&self) -> u64 {
        self.nodes.iter().map(|node| u64::from(node.gpu())).sum()
    }

    /// Thousandths of GPUs that all pods ask for.
    pub(super) fn demand(&self) -> u64 {
        let each = self.pods.iter().map(|&pod| self.shapes[pod].gpu());
        each.map(u64::from).sum()
    }
}
