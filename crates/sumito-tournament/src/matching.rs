//! Perfect matchings of the greatest weight in a general graph, by Edmonds' blossom algorithm.
//!
//! Weights may change at one vertex at a time: the matching and its labels (the dual solution) stay, so that the next solution takes
//! one or two searches. Each search grows one tree from one exposed vertex, which keeps all labels whole numbers: tight edges connect
//! labels of the same parity.

mod search;

use crate::wide::Wide;

const NONE: usize = usize::MAX;

/// The role of an outermost blossom (or single vertex) in the search tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tag {
    Free,
    /// At an even distance from the root: its edges are looked at.
    Even,
    /// At an odd distance; the edge through which it was reached, from the outside to the inside.
    Odd(usize, usize),
}

/// An odd cycle of blossoms and vertices that is treated as one vertex.
#[derive(Clone, Debug)]
struct Blossom<const N: usize> {
    /// The first one has the base, the vertex that is matched outside of the cycle.
    children: Vec<usize>,
    /// From each child to the next, by their vertices.
    edges: Vec<(usize, usize)>,
    label: Wide<N>,
    base: usize,
    /// The first and the last of its vertices, which are linked by [`Matcher::next`], and how many there are.
    ends: (usize, usize),
    count: usize,
    /// The group of its vertices while it is outermost: that of the largest child.
    group: usize,
}

/// A graph with a matching that is as heavy as any perfect matching can be.
#[derive(Clone, Debug)]
pub(crate) struct Matcher<const N: usize> {
    size: usize,
    /// Only edges among the first vertices have a weight; all others weigh zero.
    weighted: usize,
    weights: Vec<Wide<N>>,
    allowed: Vec<bool>,
    /// The vertices that have not been removed.
    vertices: Vec<usize>,
    labels: Vec<Wide<N>>,
    mates: Vec<usize>,
    /// By vertex: its group. The vertices of an outermost blossom are in the same one, and only those of its smaller children have to change theirs.
    groups: Vec<usize>,
    /// By group: the outermost blossom, or the single vertex.
    nodes: Vec<usize>,
    /// By vertex: the next one in the same blossom.
    next: Vec<usize>,
    /// By node: the blossom directly around it.
    parents: Vec<usize>,
    /// The blossom with number `n` has the node number `size + n`.
    blossoms: Vec<Option<Blossom<N>>>,
    /// The numbers of blossoms that do not exist.
    unused: Vec<usize>,
    /// By node, during a search.
    tags: Vec<Tag>,
    /// By node: the last time it was on a path, to find where two paths meet.
    marks: Vec<usize>,
    mark: usize,
    /// By vertex: the even vertex outside of its blossom with the least slack. If a blossom has grown around both, the slack is a lower bound.
    nearest: Vec<usize>,
    slack: Vec<Wide<N>>,
    /// Even vertices whose edges have not been looked at.
    queue: Vec<usize>,
    /// The group of a large blossom during a search, and all vertices outside of it (and perhaps some inside, because it grows).
    large: usize,
    outside: Vec<usize>,
    /// Exposed vertices besides the root, and a tight edge to one of them as soon as there is one.
    goals: Vec<usize>,
    found: Option<(usize, usize)>,
}

impl<const N: usize> Matcher<N> {
    /// A graph without edges.
    pub(crate) fn new(size: usize, weighted: usize) -> Matcher<N> {
        Matcher {
            size,
            weighted,
            weights: vec![Wide::ZERO; weighted * weighted],
            allowed: vec![false; size * size],
            vertices: (0..size).collect(),
            labels: vec![Wide::ZERO; size],
            mates: vec![NONE; size],
            groups: (0..size).collect(),
            nodes: (0..size).collect(),
            next: vec![NONE; size],
            parents: vec![NONE; size],
            blossoms: Vec::new(),
            unused: Vec::new(),
            tags: vec![Tag::Free; size],
            marks: vec![0; size],
            mark: 0,
            nearest: vec![NONE; size],
            slack: vec![Wide::ZERO; size],
            queue: Vec::new(),
            large: NONE,
            outside: Vec::new(),
            goals: Vec::new(),
            found: None,
        }
    }

    /// Adds an edge, before the first solution.
    pub(crate) fn connect(&mut self, a: usize, b: usize, weight: Wide<N>) {
        self.allowed[a * self.size + b] = true;
        self.allowed[b * self.size + a] = true;
        if a < self.weighted && b < self.weighted {
            self.weights[a * self.weighted + b] = weight;
            self.weights[b * self.weighted + a] = weight;
        }
        for vertex in [a, b] {
            self.labels[vertex] = self.labels[vertex].max(weight);
        }
    }

    pub(crate) fn connected(&self, a: usize, b: usize) -> bool {
        self.allowed[a * self.size + b]
    }

    pub(crate) fn mate(&self, vertex: usize) -> usize {
        self.mates[vertex]
    }

    pub(crate) fn weight(&self, a: usize, b: usize) -> Wide<N> {
        if a < self.weighted && b < self.weighted { self.weights[a * self.weighted + b] } else { Wide::ZERO }
    }

    /// The vertices that have not been removed, in order.
    pub(crate) fn vertices(&self) -> &[usize] {
        &self.vertices
    }

    /// Lowers labels before the first solution, if edges to the first vertices are much heavier than others. The vertices are given in tiers, by
    /// their ends: a label has room for the edges in the same tier and to later ones, so that most edges in a tier can be tight.
    pub(crate) fn lower_labels(&mut self, ends: [usize; 3]) {
        let starts = [0, ends[0], ends[1]];
        for (start, end) in starts.into_iter().zip(ends).rev() {
            for vertex in start..end {
                let others = (start..self.size).filter(|&other| self.connected(vertex, other));
                let least = others.map(|other| match self.weight(vertex, other) {
                    weight if other < end => weight,
                    weight => weight.double() - self.labels[other],
                });
                self.labels[vertex] = least.max().unwrap_or(Wide::ZERO);
            }
        }
    }

    /// Whether an equally heavy matching may use one of these edges of a vertex. The matching must be perfect.
    pub(crate) fn may_use(&self, vertex: usize, is_wanted: impl Fn(usize) -> bool) -> bool {
        // The labels prove it: no heaviest matching has an edge that is not tight. Inside a blossom that is harder to see.
        let is_possible =
            |other: usize| is_wanted(other) && self.connected(vertex, other) && self.slack_of(vertex, other).is_zero();
        self.outermost(vertex) != vertex || self.vertices.iter().any(|&other| is_possible(other))
    }

    /// Finds the heaviest perfect matching; false if there is no perfect matching.
    #[must_use]
    pub(crate) fn solve(&mut self) -> bool {
        let exposed: Vec<usize> = self.vertices.iter().copied().filter(|&vertex| self.mates[vertex] == NONE).collect();
        self.match_directly(&exposed);
        exposed.into_iter().all(|vertex| self.mates[vertex] != NONE || self.search(vertex))
    }

    /// Matches exposed vertices along tight edges between them.
    fn match_directly(&mut self, exposed: &[usize]) {
        for (n, &vertex) in exposed.iter().enumerate() {
            let is_match = |other: usize| {
                self.mates[other] == NONE
                    && self.connected(vertex, other)
                    && self.outermost(other) == other
                    && self.slack_of(vertex, other).is_zero()
            };
            if self.mates[vertex] == NONE
                && self.outermost(vertex) == vertex
                && let Some(&other) = exposed[n + 1..].iter().find(|&&other| is_match(other))
            {
                (self.mates[vertex], self.mates[other]) = (other, vertex);
            }
        }
    }

    /// Removes the edges of a vertex to the others for which this is true.
    pub(crate) fn forbid(&mut self, vertex: usize, is_forbidden: impl Fn(usize) -> bool) {
        self.release(vertex);
        for other in 0..self.size {
            if self.connected(vertex, other) && is_forbidden(other) {
                self.allowed[vertex * self.size + other] = false;
                self.allowed[other * self.size + vertex] = false;
                if self.mates[vertex] == other {
                    self.part(vertex);
                }
            }
        }
    }

    /// Adds to the weights of a vertex's edges.
    pub(crate) fn add_weights(&mut self, vertex: usize, addend: impl Fn(usize) -> Wide<N>) {
        self.release(vertex);
        let mut label = None;
        for n in 0..self.vertices.len() {
            let other = self.vertices[n];
            if !self.connected(vertex, other) {
                continue;
            }
            if vertex < self.weighted && other < self.weighted {
                let weight = self.weight(vertex, other) + addend(other);
                self.weights[vertex * self.weighted + other] = weight;
                self.weights[other * self.weighted + vertex] = weight;
            }
            let least = self.weight(vertex, other).double() - self.labels[other];
            label = label.max(Some(least));
        }
        self.labels[vertex] = label.unwrap_or(Wide::ZERO);
        self.part_unless_tight(vertex);
    }

    /// Adds to the weights of the edges among some vertices with weights, given by their places in the list, and to their labels. The sum
    /// of two labels must rise at least twice as much as the weight of their edge.
    pub(crate) fn shift(
        &mut self,
        vertices: &[usize],
        addend: impl Fn(usize, usize) -> Wide<N>,
        label: impl Fn(usize) -> Wide<N>,
    ) {
        for &vertex in vertices {
            self.release(vertex);
        }
        for (n, &a) in vertices.iter().enumerate() {
            self.labels[a] += label(n);
            for (k, &b) in vertices.iter().enumerate().skip(n + 1) {
                let weight = self.weight(a, b) + addend(n, k);
                self.weights[a * self.weighted + b] = weight;
                self.weights[b * self.weighted + a] = weight;
            }
        }
        for &vertex in vertices {
            self.part_unless_tight(vertex);
        }
    }

    /// Takes two matched vertices out of the graph.
    pub(crate) fn remove_pair(&mut self, a: usize, b: usize) {
        for vertex in [a, b] {
            self.release(vertex);
            if self.mates[vertex] != NONE {
                self.part(vertex);
            }
            self.vertices.retain(|&other| other != vertex);
        }
    }

    /// Keeps only the first vertices, which must be matched with each other.
    pub(crate) fn truncate(&mut self, size: usize) {
        for n in 0..self.vertices.len() {
            if self.vertices[n] >= size {
                self.release(self.vertices[n]);
            }
        }
        self.vertices.retain(|&vertex| vertex < size);
    }

    fn part(&mut self, vertex: usize) {
        let mate = self.mates[vertex];
        self.mates[vertex] = NONE;
        self.mates[mate] = NONE;
    }

    /// Keeps the matched edge of a vertex that is in no blossom only if it is tight.
    fn part_unless_tight(&mut self, vertex: usize) {
        let mate = self.mates[vertex];
        if mate != NONE && !self.slack_of(vertex, mate).is_zero() {
            self.part(vertex);
        }
    }

    /// Of an edge between different outermost blossoms.
    fn slack_of(&self, a: usize, b: usize) -> Wide<N> {
        self.labels[a] + self.labels[b] - self.weight(a, b).double()
    }

    fn blossom(&self, node: usize) -> &Blossom<N> {
        self.blossoms[node - self.size].as_ref().expect("the blossom exists")
    }

    fn blossom_mut(&mut self, node: usize) -> &mut Blossom<N> {
        self.blossoms[node - self.size].as_mut().expect("the blossom exists")
    }

    /// The outermost blossom around a vertex, or the vertex itself.
    fn outermost(&self, vertex: usize) -> usize {
        self.nodes[self.groups[vertex]]
    }

    fn base(&self, node: usize) -> usize {
        if node < self.size { node } else { self.blossom(node).base }
    }

    /// The first and the last vertex of a node.
    fn ends(&self, node: usize) -> (usize, usize) {
        if node < self.size { (node, node) } else { self.blossom(node).ends }
    }

    /// The number of vertices of a node, and their group while it is outermost.
    fn count_and_group(&self, node: usize) -> (usize, usize) {
        if node < self.size { (1, node) } else { (self.blossom(node).count, self.blossom(node).group) }
    }

    /// Puts all vertices of a node in a group.
    fn set_group(&mut self, node: usize, group: usize) {
        let (mut vertex, last) = self.ends(node);
        while self.groups[vertex] != group {
            self.groups[vertex] = group;
            if vertex == last {
                break;
            }
            vertex = self.next[vertex];
        }
    }

    /// Makes a blossom of outermost nodes and the edges between them. The first child has the base.
    fn join(&mut self, children: Vec<usize>, edges: Vec<(usize, usize)>) -> usize {
        let slot = self.unused.pop().unwrap_or_else(|| {
            self.blossoms.push(None);
            self.tags.push(Tag::Free);
            self.parents.push(NONE);
            self.marks.push(0);
            self.blossoms.len() - 1
        });
        let node = self.size + slot;
        let (_, group) = children.iter().map(|&child| self.count_and_group(child)).max().expect("a blossom has three children");
        let (mut count, mut end) = (0, NONE);
        for &child in &children {
            count += self.count_and_group(child).0;
            self.parents[child] = node;
            self.set_group(child, group);
            let (first, last) = self.ends(child);
            if end != NONE {
                self.next[end] = first;
            }
            end = last;
        }
        self.nodes[group] = node;
        (self.tags[node], self.parents[node]) = (Tag::Even, NONE);
        let (base, ends) = (self.base(children[0]), (self.ends(children[0]).0, end));
        self.blossoms[slot] = Some(Blossom { children, edges, label: Wide::ZERO, base, ends, count, group });
        node
    }

    /// Dissolves the blossoms around a vertex. Half of a blossom's label goes to each of its vertices: no edge inside changes, and edges
    /// to the outside become slack.
    fn release(&mut self, vertex: usize) {
        loop {
            let node = self.outermost(vertex);
            if node == vertex {
                return;
            }
            let half = self.blossom(node).label.half();
            if half.is_zero() {
                self.open_empty(node);
                continue;
            }
            let (mut member, last) = self.ends(node);
            loop {
                self.labels[member] += half;
                if member == last {
                    break;
                }
                member = self.next[member];
            }
            let base = self.base(node);
            if self.mates[base] != NONE {
                self.part(base);
            }
            self.open(node);
        }
    }

    /// Replaces an outermost blossom by its children.
    fn open(&mut self, node: usize) -> Blossom<N> {
        let blossom = self.blossoms[node - self.size].take().expect("the blossom exists");
        self.unused.push(node - self.size);
        for &child in &blossom.children {
            self.set_outermost(child);
        }
        blossom
    }

    fn set_outermost(&mut self, node: usize) {
        let (_, group) = self.count_and_group(node);
        self.set_group(node, group);
        (self.nodes[group], self.parents[node]) = (node, NONE);
    }

    /// Opens an outermost blossom, and those inside whose labels are zero, too.
    fn open_empty(&mut self, node: usize) {
        let mut empty = vec![node];
        while let Some(node) = empty.pop() {
            let blossom = self.blossoms[node - self.size].take().expect("the blossom exists");
            self.unused.push(node - self.size);
            for &child in &blossom.children {
                if child >= self.size && self.blossom(child).label.is_zero() {
                    empty.push(child);
                } else {
                    self.set_outermost(child);
                }
            }
        }
    }

    /// Matches the vertices of a blossom such that this one becomes the base.
    fn rebase(&mut self, node: usize, base: usize) {
        if self.base(node) == base {
            return;
        }
        // The nodes around the vertex, from the inside to the outside.
        let mut around = Vec::new();
        let mut inner = base;
        while inner != node {
            around.push(inner);
            inner = self.parents[inner];
        }
        let mut outer = node;
        while let Some(inner) = around.pop() {
            let blossom = self.blossom_mut(outer);
            let first = blossom.children.iter().position(|&child| child == inner).expect("it is a child of the node around it");
            blossom.children.rotate_left(first);
            blossom.edges.rotate_left(first);
            blossom.base = base;
            let (children, edges) = (std::mem::take(&mut blossom.children), std::mem::take(&mut blossom.edges));
            for n in (1..children.len()).step_by(2) {
                let (a, b) = edges[n];
                self.rebase(children[n], a);
                self.rebase(children[n + 1], b);
                (self.mates[a], self.mates[b]) = (b, a);
            }
            let blossom = self.blossom_mut(outer);
            (blossom.children, blossom.edges) = (children, edges);
            outer = inner;
        }
    }
}

#[cfg(test)]
mod tests;
