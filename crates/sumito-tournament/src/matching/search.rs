//! Growing a tree of alternating paths until the matching gets larger.

use super::{Blossom, Matcher, NONE, Tag};
use crate::wide::Wide;

impl<const N: usize> Matcher<N> {
    /// Grows a tree from an exposed vertex until it reaches another one, and matches both; false if none can be reached.
    pub(super) fn search(&mut self, root: usize) -> bool {
        self.tags.fill(Tag::Free);
        self.nearest.fill(NONE);
        self.queue.clear();
        self.large = NONE;
        self.goals.clear();
        self.goals.extend(self.vertices.iter().filter(|&&vertex| self.mates[vertex] == NONE && vertex != root));
        self.found = None;
        self.make_even(self.outermost(root));
        let found = loop {
            if self.look_at_edges() {
                break true;
            }
            let Some(step) = self.step() else { break false };
            self.change_labels(step);
            if self.use_tight_edges() {
                break true;
            }
            self.open_odd_blossoms();
        };
        for n in 0..self.blossoms.len() {
            let is_empty = self.blossoms[n].as_ref().is_some_and(|blossom| blossom.label.is_zero());
            if is_empty && self.parents[self.size + n] == NONE {
                self.open_empty(self.size + n);
            }
        }
        found
    }

    fn make_even(&mut self, node: usize) {
        self.tags[node] = Tag::Even;
        self.push_all(node);
    }

    /// Adds all vertices of a node that has become even.
    fn push_all(&mut self, node: usize) {
        let (mut vertex, last) = self.ends(node);
        loop {
            self.push(vertex);
            if vertex == last {
                return;
            }
            vertex = self.next[vertex];
        }
    }

    /// Adds an even vertex to the queue. Often a tight edge leads from it directly to an exposed vertex.
    fn push(&mut self, vertex: usize) {
        self.queue.push(vertex);
        if self.found.is_none() {
            let is_goal = |&goal: &usize| self.connected(vertex, goal) && self.slack_of(vertex, goal).is_zero();
            self.found = self.goals.iter().copied().find(is_goal).map(|goal| (vertex, goal));
        }
    }

    /// Looks at the edges of new even vertices; true if the matching grew.
    fn look_at_edges(&mut self) -> bool {
        while let Some(vertex) = self.queue.pop() {
            let is_large = self.notice_large(vertex);
            let others = std::mem::take(if is_large { &mut self.outside } else { &mut self.vertices });
            let has_grown = self.look_at_edges_to(vertex, &others);
            *(if is_large { &mut self.outside } else { &mut self.vertices }) = others;
            if has_grown {
                return true;
            }
        }
        false
    }

    fn look_at_edges_to(&mut self, vertex: usize, others: &[usize]) -> bool {
        for &other in others {
            if self.found.is_some() {
                break;
            }
            let node = self.outermost(other);
            // Odd vertices stay odd until a blossom makes them even, and then their own edges are looked at.
            let stays_odd = node == other && matches!(self.tags[node], Tag::Odd(..));
            if stays_odd || node == self.outermost(vertex) || !self.connected(vertex, other) {
                continue;
            }
            let slack = self.slack_of(vertex, other);
            if self.nearest[other] == NONE || slack < self.slack[other] {
                (self.nearest[other], self.slack[other]) = (vertex, slack);
            }
            if slack.is_zero() && self.use_edge(vertex, other) {
                return true;
            }
        }
        self.found.is_some_and(|(even, goal)| {
            self.augment(even, goal);
            true
        })
    }

    /// Whether a vertex is in a large blossom: the list of all others is much shorter then.
    fn notice_large(&mut self, vertex: usize) -> bool {
        let group = self.groups[vertex];
        let count = self.count_and_group(self.nodes[group]).0;
        if 2 * count > self.vertices.len() && (self.large != group || 2 * (self.vertices.len() - count) < self.outside.len()) {
            self.large = group;
            self.outside.clear();
            self.outside.extend(self.vertices.iter().filter(|&&other| self.groups[other] != group));
        }
        self.large == group
    }

    /// Uses a tight edge from an even vertex to one in another blossom; true if the matching grew.
    fn use_edge(&mut self, even: usize, other: usize) -> bool {
        let node = self.outermost(other);
        match self.tags[node] {
            Tag::Odd(..) => {}
            Tag::Even => self.make_blossom(even, other),
            Tag::Free => {
                let mate = self.mates[self.base(node)];
                if mate == NONE {
                    self.augment(even, other);
                    return true;
                }
                self.tags[node] = Tag::Odd(even, other);
                self.make_even(self.outermost(mate));
            }
        }
        false
    }

    /// Matches along the path from the root through this edge to an exposed vertex.
    fn augment(&mut self, mut even: usize, mut other: usize) {
        self.rebase(self.outermost(other), other);
        loop {
            let node = self.outermost(even);
            let before = self.mates[self.base(node)];
            self.rebase(node, even);
            (self.mates[even], self.mates[other]) = (other, even);
            if before == NONE {
                return;
            }
            let node = self.outermost(before);
            let Tag::Odd(from, to) = self.tags[node] else { unreachable!("even nodes are reached through odd ones") };
            self.rebase(node, to);
            (even, other) = (from, to);
        }
    }

    /// The node before a tree node on the path to the root, with the edge to it.
    fn before(&self, node: usize) -> Option<(usize, (usize, usize))> {
        let (inside, outside) = match self.tags[node] {
            Tag::Odd(outside, inside) => (inside, outside),
            _ => (self.base(node), self.mates[self.base(node)]),
        };
        (outside != NONE).then(|| (self.outermost(outside), (inside, outside)))
    }

    /// Joins the cycle that an edge between two even nodes closes.
    fn make_blossom(&mut self, a: usize, b: usize) {
        let [left, right] = self.paths_to_top(a, b);
        // Down on the left, across, and up on the right.
        let (mut children, mut edges) = (Vec::new(), Vec::new());
        for n in (0..left.len()).rev() {
            children.push(left[n].0);
            edges.push(if n > 0 { (left[n].1.1, left[n].1.0) } else { (a, b) });
        }
        for n in 0..right.len() - 1 {
            children.push(right[n].0);
            edges.push(right[n + 1].1);
        }
        for &child in &children {
            if matches!(self.tags[child], Tag::Odd(..)) {
                self.push_all(child);
            }
        }
        self.join(children, edges);
    }

    /// The paths from the nodes of two vertices toward the root, up to the first node that both have; each with the edge to it.
    fn paths_to_top(&mut self, a: usize, b: usize) -> [Vec<(usize, (usize, usize))>; 2] {
        self.mark += 2;
        let mut paths = [a, b].map(|vertex| vec![(self.outermost(vertex), (NONE, NONE))]);
        for (side, path) in paths.iter().enumerate() {
            self.marks[path[0].0] = self.mark + side;
        }
        // One step on each side in turn, so that the search is not longer than the cycle.
        let mut side = 0;
        loop {
            let end = paths[side][paths[side].len() - 1].0;
            if let Some((node, edge)) = self.before(end) {
                paths[side].push((node, edge));
                if self.marks[node] == self.mark + 1 - side {
                    let meeting = paths[1 - side].iter().position(|(other, _)| *other == node).expect("it is marked");
                    paths[1 - side].truncate(meeting + 1);
                    return paths;
                }
                self.marks[node] = self.mark + side;
            }
            side = 1 - side;
        }
    }

    /// Whether a blossom has grown around an even vertex and the one that was nearest to it.
    fn is_nearest_inside(&self, vertex: usize) -> bool {
        self.groups[self.nearest[vertex]] == self.groups[vertex]
    }

    /// Among the even vertices outside of its blossom that have been looked at or will be.
    fn find_nearest(&mut self, vertex: usize) {
        self.nearest[vertex] = NONE;
        let is_large = self.notice_large(vertex);
        let others = if is_large { &self.outside } else { &self.vertices };
        let (mut nearest, mut least) = (NONE, Wide::ZERO);
        for &other in others {
            let node = self.outermost(other);
            if node != self.outermost(vertex) && self.tags[node] == Tag::Even && self.connected(vertex, other) {
                let slack = self.slack_of(vertex, other);
                if nearest == NONE || slack < least {
                    (nearest, least) = (other, slack);
                }
            }
        }
        (self.nearest[vertex], self.slack[vertex]) = (nearest, least);
    }

    /// How far the labels can change before an edge becomes tight or an odd blossom must be opened.
    fn step(&mut self) -> Option<Wide<N>> {
        let mut step: Option<Wide<N>> = None;
        let limit = |step: &mut Option<Wide<N>>, bound: Wide<N>| *step = Some(step.map_or(bound, |step| step.min(bound)));
        let mut uncertain = Vec::new();
        for &vertex in &self.vertices {
            if self.nearest[vertex] != NONE {
                match self.tags[self.outermost(vertex)] {
                    Tag::Free => limit(&mut step, self.slack[vertex]),
                    Tag::Even if self.is_nearest_inside(vertex) => uncertain.push(vertex),
                    Tag::Even => limit(&mut step, self.slack[vertex].half()),
                    Tag::Odd(..) => {}
                }
            }
        }
        for node in self.odd_blossoms() {
            limit(&mut step, self.blossom(node).label.half());
        }
        for vertex in uncertain {
            if step.is_none_or(|step| self.slack[vertex].half() < step) {
                self.find_nearest(vertex);
                if self.nearest[vertex] != NONE {
                    limit(&mut step, self.slack[vertex].half());
                }
            }
        }
        step
    }

    fn odd_blossoms(&self) -> impl Iterator<Item = usize> {
        let nodes = self.size..self.size + self.blossoms.len();
        nodes.filter(|&node| {
            let is_odd = matches!(self.tags[node], Tag::Odd(..));
            is_odd && self.blossoms[node - self.size].is_some() && self.parents[node] == NONE
        })
    }

    fn change_labels(&mut self, step: Wide<N>) {
        if step.is_zero() {
            return;
        }
        for &vertex in &self.vertices {
            match self.tags[self.outermost(vertex)] {
                Tag::Free => self.slack[vertex] -= step,
                Tag::Even => {
                    self.labels[vertex] -= step;
                    self.slack[vertex] -= step.double();
                }
                Tag::Odd(..) => self.labels[vertex] += step,
            }
        }
        for n in 0..self.blossoms.len() {
            let node = self.size + n;
            if self.blossoms[n].is_some() && self.parents[node] == NONE {
                match self.tags[node] {
                    Tag::Free => {}
                    Tag::Even => self.blossom_mut(node).label += step.double(),
                    Tag::Odd(..) => self.blossom_mut(node).label -= step.double(),
                }
            }
        }
    }

    /// True if the matching grew.
    fn use_tight_edges(&mut self) -> bool {
        for n in 0..self.vertices.len() {
            let vertex = self.vertices[n];
            if self.nearest[vertex] == NONE || !self.slack[vertex].is_zero() {
                continue;
            }
            if self.is_nearest_inside(vertex) {
                self.find_nearest(vertex);
            }
            let nearest = self.nearest[vertex];
            if nearest != NONE && self.slack[vertex].is_zero() && self.use_edge(nearest, vertex) {
                return true;
            }
        }
        false
    }

    /// Opens the odd blossoms whose label has become zero. The children on the path through the blossom stay in the tree.
    fn open_odd_blossoms(&mut self) {
        let empty: Vec<usize> = self.odd_blossoms().filter(|&node| self.blossom(node).label.is_zero()).collect();
        for node in empty {
            let Tag::Odd(outside, inside) = self.tags[node] else { continue };
            let Blossom { children, edges, .. } = self.open(node);
            for &child in &children {
                self.tags[child] = Tag::Free;
            }
            let count = children.len();
            let entry = children.iter().position(|&child| child == self.outermost(inside)).expect("the vertex is in the blossom");
            // From the entry to the base, starting with a matched edge: around the cycle in the direction with an even number of steps.
            let forward = entry % 2 == 1;
            let mut at = entry;
            self.tags[children[at]] = Tag::Odd(outside, inside);
            while at != 0 {
                let next = |at: usize| if forward { (at + 1) % count } else { at - 1 };
                self.make_even(children[next(at)]);
                at = next(at);
                let (from, to) = if forward { edges[at] } else { (edges[at - 1].1, edges[at - 1].0) };
                at = next(at);
                self.tags[children[at]] = Tag::Odd(from, to);
            }
        }
    }
}
