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
    /// By vertex: the outermost blossom around it, or the vertex itself.
    outermost: Vec<usize>,
    /// The blossom with number `n` has the node number `size + n`.
    blossoms: Vec<Option<Blossom<N>>>,
    /// By node, during a search.
    tags: Vec<Tag>,
    /// By vertex: the even vertex outside of its blossom with the least slack.
    nearest: Vec<usize>,
    slack: Vec<Wide<N>>,
    /// Even vertices whose edges have not been looked at.
    queue: Vec<usize>,
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
            outermost: (0..size).collect(),
            blossoms: Vec::new(),
            tags: vec![Tag::Free; size],
            nearest: vec![NONE; size],
            slack: vec![Wide::ZERO; size],
            queue: Vec::new(),
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

    /// Lowers labels before the first solution, if edges among the first vertices are much heavier than others: later vertices need a label
    /// only for the edges among themselves, and the first ones have room for the edges to them.
    pub(crate) fn lower_labels(&mut self, first: usize) {
        for vertex in first..self.size {
            let others = (first..self.size).filter(|&other| self.connected(vertex, other));
            self.labels[vertex] = others.map(|other| self.weight(vertex, other)).max().unwrap_or(Wide::ZERO);
        }
        for vertex in 0..first {
            let others = (first..self.size).filter(|&other| self.connected(vertex, other));
            let least = others.map(|other| self.weight(vertex, other).double() - self.labels[other]).max();
            self.labels[vertex] = self.labels[vertex].max(least.unwrap_or(self.labels[vertex]));
        }
    }

    /// Whether an equally heavy matching may use one of these edges of a vertex. The matching must be perfect.
    pub(crate) fn may_use(&self, vertex: usize, is_wanted: impl Fn(usize) -> bool) -> bool {
        // The labels prove it: no heaviest matching has an edge that is not tight. Inside a blossom that is harder to see.
        let is_possible =
            |other: usize| is_wanted(other) && self.connected(vertex, other) && self.slack_of(vertex, other).is_zero();
        self.outermost[vertex] != vertex || self.vertices.iter().any(|&other| is_possible(other))
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
                    && self.outermost[other] == other
                    && self.slack_of(vertex, other).is_zero()
            };
            if self.mates[vertex] == NONE
                && self.outermost[vertex] == vertex
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

    fn base(&self, mut node: usize) -> usize {
        while node >= self.size {
            node = self.blossom(node).children[0];
        }
        node
    }

    /// The vertices in a blossom.
    fn members(&self, node: usize) -> Vec<usize> {
        let (mut members, mut nodes) = (Vec::new(), vec![node]);
        while let Some(node) = nodes.pop() {
            if node < self.size {
                members.push(node);
            } else {
                nodes.extend(&self.blossom(node).children);
            }
        }
        members
    }

    /// Dissolves the blossoms around a vertex. Half of a blossom's label goes to each of its vertices: no edge inside changes, and edges
    /// to the outside become slack.
    fn release(&mut self, vertex: usize) {
        while self.outermost[vertex] != vertex {
            let node = self.outermost[vertex];
            let half = self.blossom(node).label.half();
            if !half.is_zero() {
                for member in self.members(node) {
                    self.labels[member] += half;
                }
                let base = self.base(node);
                if self.mates[base] != NONE {
                    self.part(base);
                }
            }
            self.open(node);
        }
    }

    /// Replaces an outermost blossom by its children.
    fn open(&mut self, node: usize) -> Blossom<N> {
        let blossom = self.blossoms[node - self.size].take().expect("the blossom exists");
        for &child in &blossom.children {
            for member in self.members(child) {
                self.outermost[member] = child;
            }
        }
        blossom
    }

    /// Matches the vertices of a blossom such that this one becomes the base.
    fn rebase(&mut self, node: usize, base: usize) {
        if node < self.size {
            return;
        }
        let is_in = |child: usize| child == base || child >= self.size && self.members(child).contains(&base);
        let first = self.blossom(node).children.iter().position(|&child| is_in(child)).expect("the vertex is in the blossom");
        let blossom = self.blossom_mut(node);
        blossom.children.rotate_left(first);
        blossom.edges.rotate_left(first);
        let (children, edges) = (blossom.children.clone(), blossom.edges.clone());
        self.rebase(children[0], base);
        for n in (1..children.len()).step_by(2) {
            let (a, b) = edges[n];
            self.rebase(children[n], a);
            self.rebase(children[n + 1], b);
            (self.mates[a], self.mates[b]) = (b, a);
        }
    }
}

#[cfg(test)]
mod tests;
