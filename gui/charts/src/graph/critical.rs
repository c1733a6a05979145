//! The critical path of a graph: its longest path.

/// Returns whether each vertex is on the longest path, where vertex `v` follows `predecessors[v]`
/// and takes `lengths[v]`. Of equally long paths it is the one of the first vertices; vertices of a
/// cycle are on none.
pub fn critical_path(predecessors: &[Vec<u32>], lengths: &[f64]) -> Vec<bool> {
    let count = predecessors.len().min(lengths.len());
    let known = |vertex: &&u32| (**vertex as usize) < count;
    let mut open: Vec<usize> = vec![0; count];
    let mut followers: Vec<Vec<u32>> = vec![Vec::new(); count];
    for (vertex, before) in predecessors[..count].iter().enumerate() {
        for other in before.iter().filter(known) {
            open[vertex] += 1;
            followers[*other as usize].push(vertex as u32);
        }
    }
    let mut ready: Vec<usize> = (0..count).filter(|vertex| open[*vertex] == 0).collect();
    // Per vertex, the length of the longest path that ends with it, and the vertex ahead of it on
    // that path.
    let mut paths: Vec<Option<(f64, Option<u32>)>> = vec![None; count];
    while let Some(vertex) = ready.pop() {
        let mut longest = (0.0, None);
        for other in predecessors[vertex].iter().filter(known) {
            let length = paths[*other as usize].map_or(0.0, |path| path.0);
            if longest.1.is_none() || length > longest.0 {
                longest = (length, Some(*other));
            }
        }
        paths[vertex] = Some((longest.0 + lengths[vertex], longest.1));
        for follower in &followers[vertex] {
            let open = &mut open[*follower as usize];
            *open -= 1;
            if *open == 0 {
                ready.push(*follower as usize);
            }
        }
    }
    let mut last: Option<(f64, usize)> = None;
    for (vertex, path) in paths.iter().enumerate() {
        if let Some((length, _)) = path
            && last.is_none_or(|(longest, _)| *length > longest)
        {
            last = Some((*length, vertex));
        }
    }
    let mut critical = vec![false; count];
    let mut at = last.map(|(_, vertex)| vertex);
    while let Some(vertex) = at {
        critical[vertex] = true;
        at = paths[vertex].and_then(|(_, ahead)| ahead.map(|ahead| ahead as usize));
    }
    critical
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Vertex 0 follows the others' ends: the order of the list has no meaning.
    #[test]
    fn the_longest_path_is_found_whatever_the_order() {
        let predecessors = [vec![2, 3], vec![], vec![1], vec![1], vec![1]];
        // 1, 2, 0 take 7; 1, 3, 0 take 8; 1, 4 take 7.
        let lengths = [2.0, 1.0, 4.0, 5.0, 6.0];
        let critical = critical_path(&predecessors, &lengths);
        assert_eq!(critical, [true, true, false, true, false]);
    }

    #[test]
    fn of_equal_paths_the_first_is_taken_and_a_cycle_has_none() {
        let twins = [vec![], vec![], vec![0, 1]];
        assert_eq!(critical_path(&twins, &[1.0; 3]), [true, false, true]);
        let circle = [vec![1], vec![0], vec![]];
        assert_eq!(
            critical_path(&circle, &[9.0, 9.0, 1.0]),
            [false, false, true]
        );
        assert!(critical_path(&[], &[]).is_empty());
    }
}
