//! Slow and simple reference of conservative backfilling on a cluster: free amounts in each
//! second are counted from a list of planned jobs.

use super::oracle::{AMOUNTS, Run, World};

/// Planned holdings of a job from one second until another: pools, and units and nodes in
/// each.
#[derive(Clone, Debug)]
pub(super) struct Planned {
    job: usize,
    from: u64,
    until: u64,
    parts: Vec<(usize, u32, u32)>,
}

impl World<'_> {
    /// Whether a job on `node` has all of it.
    fn is_given_whole(&self, node: usize) -> bool {
        let kind = &self.case.kinds[self.case.kind_of(node)];
        let mut there = self.case.partitions.iter().filter(|one| one.nodes[node]);
        kind.room[0] == 1 || there.all(|one| one.whole)
    }

    /// First of the interchangeable nodes of a pool.
    fn pool(&self, node: usize) -> usize {
        let like = |node: usize| {
            let case = self.case;
            let kind = &case.kinds[case.kind_of(node)];
            let partitions: Vec<bool> = case.partitions.iter().map(|one| one.nodes[node]).collect();
            let reserved: Vec<bool> = case.reserved.iter().map(|one| one.nodes[node]).collect();
            let windows = case.windows.iter().filter(|one| one.from > self.now);
            let windows = windows.map(|one| one.nodes.contains(&node));
            let windows: Vec<bool> = windows.collect();
            (kind.room, kind.features, partitions, reserved, windows)
        };
        let whole = self.is_given_whole(node);
        let same =
            |other: &usize| whole && self.is_given_whole(*other) && like(*other) == like(node);
        (0..node).find(same).unwrap_or(node)
    }

    /// Units of `job` that fit on one node of `pool` with these free amounts.
    fn fit(&self, job: usize, free: [u32; AMOUNTS]) -> u32 {
        let requested = &self.case.jobs[job];
        requested.fit(free, requested.most_on_a_node())
    }

    /// Whether `node` is in maintenance now, and still in a second to come.
    fn is_out(&self, node: usize, second: u64) -> bool {
        let mut windows = self.case.windows.iter().filter(|one| one.from <= self.now);
        windows.any(|one| second < one.until && one.nodes.contains(&node))
    }

    /// Free amounts of a shared node, or number of free nodes of a pool, in a second.
    fn left(&self, pool: usize, second: u64) -> ([u32; AMOUNTS], u32) {
        let mut free = self.case.kinds[self.case.kind_of(pool)].room;
        let of_pool = (0..self.case.nodes()).filter(|&node| self.pool(node) == pool);
        let mut nodes = of_pool.filter(|&node| !self.is_out(node, second)).count() as u32;
        for planned in &self.planned {
            for &(other, units, taken) in &planned.parts {
                if self.pool(other) != pool || second < planned.from || second >= planned.until {
                    continue;
                }
                nodes -= taken;
                if self.takes_whole(planned.job) {
                    free = [0; AMOUNTS];
                }
                free = self.case.jobs[planned.job].rest(free, units);
            }
        }
        (free, nodes)
    }

    /// Whether maintenance ahead is in the way; of a shared node, also present maintenance.
    fn goes_out(&self, pool: usize, at: u64, until: u64) -> bool {
        let counts = |from: u64| from > self.now || !self.is_given_whole(pool);
        let mut windows = self.case.windows.iter().filter(|one| counts(one.from));
        windows.any(|one| one.from < until && one.until > at && one.nodes.contains(&pool))
    }

    /// Units of `job` with room in `pool` from `at` on, and the free cores there.
    fn room(&self, job: usize, pool: usize, at: u64) -> (u32, u32) {
        let (requested, case) = (&self.case.jobs[job], self.case);
        let kind = &case.kinds[case.kind_of(pool)];
        let until = at + requested.estimate;
        if !case.partitions[requested.partition].nodes[pool]
            || kind.features & requested.features != requested.features
            || !self.is_for(job, pool, at, until)
            || self.goes_out(pool, at, until)
        {
            return (0, 0);
        }
        let (mut units, mut cores) = (u32::MAX, u32::MAX);
        for second in at..until {
            let (free, nodes) = self.left(pool, second);
            if self.is_given_whole(pool) {
                units = units.min(nodes * self.fit(job, kind.room));
                cores = kind.room[0];
            } else {
                let taken = self.takes_whole(job) && free != kind.room;
                units = units.min(if taken { 0 } else { self.fit(job, free) });
                cores = cores.min(free[0]);
            }
        }
        (units, cores)
    }

    /// Pools for `job` from `at` on, if there is room.
    fn pools_for(&self, job: usize, at: u64) -> Option<Vec<(usize, u32, u32)>> {
        let (requested, case) = (&self.case.jobs[job], self.case);
        let pools = (0..case.nodes()).filter(|&node| self.pool(node) == node);
        let mut rooms: Vec<_> = pools
            .map(|pool| {
                let (units, cores) = self.room(job, pool, at);
                let is_last = !self.has_maintenance_after(pool, at);
                (case.kind_of(pool), cores, is_last, pool, units)
            })
            .filter(|&(.., units)| units > 0)
            .collect();
        if rooms.iter().map(|room| room.4).sum::<u32>() < requested.count {
            return None;
        }
        let alone = |pool: usize| self.fit(job, case.kinds[case.kind_of(pool)].room).max(1);
        let nodes = |pool: usize, units: u32| {
            if self.is_given_whole(pool) {
                units.div_ceil(alone(pool))
            } else {
                0
            }
        };
        rooms.sort();
        if requested.tasks {
            let on_one = |&(.., pool, units): &(usize, u32, bool, usize, u32)| {
                units.min(if self.is_given_whole(pool) {
                    alone(pool)
                } else {
                    units
                }) >= requested.count
            };
            if let Some(&(.., pool, _)) = rooms.iter().find(|room| on_one(room)) {
                return Some(vec![(pool, requested.count, nodes(pool, 1))]);
            }
            rooms.sort_by_key(|&(kind, cores, is_last, pool, _)| {
                (kind, u32::MAX - cores, is_last, pool)
            });
        }
        let (mut left, mut parts) = (requested.count, Vec::new());
        for (.., pool, units) in rooms {
            let units = units.min(left);
            if units > 0 {
                parts.push((pool, units, nodes(pool, units)));
                left -= units;
            }
        }
        Some(parts)
    }

    /// Plans `job` for the earliest second before `limit` with room.
    fn plan(&mut self, job: usize, limit: u64) -> bool {
        let found = (self.now..limit).find_map(|at| Some((at, self.pools_for(job, at)?)));
        let Some((from, parts)) = found else {
            return false;
        };
        self.planned.push(Planned {
            job,
            from,
            until: from + self.case.jobs[job].estimate,
            parts,
        });
        true
    }

    fn plan_of(&self, job: usize) -> Option<usize> {
        self.planned.iter().position(|planned| planned.job == job)
    }

    fn may_be_planned(&self, job: usize) -> bool {
        let reserved = self.case.jobs[job].reservation;
        let is_over = reserved.is_some_and(|one| self.case.reserved[one].until <= self.now);
        !is_over && self.may_run(job)
    }

    fn plan_running(&mut self) {
        self.planned.clear();
        for run in self.running.clone() {
            let whole = |node: usize| u32::from(self.is_given_whole(node));
            let parts = run.places.iter();
            let parts = parts.map(|&(node, units)| (self.pool(node), units, whole(node)));
            let planned = Planned {
                job: run.job,
                from: self.now,
                until: self.expected_end(&run),
                parts: parts.collect(),
            };
            self.planned.push(planned);
        }
    }

    /// Starts `job` on nodes of the pools in which it is planned.
    fn start_as_planned(&mut self, job: usize) {
        let index = self.plan_of(job).unwrap();
        let mut budget = vec![0; self.case.nodes()];
        for &(pool, units, _) in &self.planned[index].parts {
            budget[self.pool(pool)] += units;
        }
        let pools: Vec<usize> = (0..self.case.nodes()).map(|node| self.pool(node)).collect();
        let whole: Vec<bool> = pools
            .iter()
            .map(|&pool| self.is_given_whole(pool))
            .collect();
        let mut usable = |node: usize, units: u32| {
            let units = units.min(budget[pools[node]]);
            if whole[node] {
                budget[pools[node]] -= units;
            }
            units
        };
        let places = self.choose(job, &mut [&mut usable]);
        self.start(job, places.expect("there is room where a job is planned"));
    }

    pub(super) fn conservative(&mut self, queue: &[usize], ended: &[Run]) {
        let now = self.now;
        // Nodes that differed by maintenance ahead may be equal now.
        let mut has_room = self.case.windows.iter().any(|one| one.from == now);
        for run in ended {
            if let Some(index) = self.plan_of(run.job) {
                has_room |= self.planned.remove(index).until > now;
            }
        }
        let late = |run: &Run| {
            let index = self.plan_of(run.job);
            index.is_none_or(|index| self.planned[index].until <= now)
        };
        if self.running.iter().any(late) {
            self.plan_running();
            has_room = false;
        }
        let mut queue = queue.to_vec();
        loop {
            for &job in &queue {
                let Some(index) = self.plan_of(job).filter(|_| has_room) else {
                    continue;
                };
                let from = self.planned[index].from;
                if from <= now || !self.may_be_planned(job) {
                    continue;
                }
                let old = self.planned.remove(index);
                if !self.plan(job, from) {
                    self.planned.push(old);
                }
            }
            let last =
                self.case.horizon() + self.planned.iter().map(|one| one.until).max().unwrap_or(0);
            for &job in &queue {
                if self.plan_of(job).is_none() && self.may_be_planned(job) {
                    self.plan(job, last);
                }
            }
            has_room = false;
            for job in queue.clone() {
                let Some(index) = self
                    .plan_of(job)
                    .filter(|&index| self.planned[index].from <= now)
                else {
                    continue;
                };
                if self.may_start(job) {
                    self.start_as_planned(job);
                    queue.retain(|&other| other != job);
                } else {
                    has_room |= self.planned.remove(index).until > now;
                }
            }
            if !has_room {
                return;
            }
        }
    }

    /// Whether a job is planned to start now.
    pub(super) fn is_any_job_due(&self) -> bool {
        self.planned.iter().any(|planned| planned.from == self.now)
    }
}
