//! The likeliest strengths, by Newton's method, and how certain they are.

/// Elo for one unit of strength: a difference by which wins are `e` times as frequent as losses.
pub(super) const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// Before the first game, the advantage of moving first varies around zero with this standard deviation: 200 Elo. With many games it hardly
/// matters; with few, it keeps an advantage small that nobody has seen, and finite if the side that moved first won every game.
const FIRST_MOVE_DEVIATION: f64 = 200.0 / ELO;

/// The games of two players, by their numbers: how often the one who moved first won, nobody won, the other won.
#[derive(Clone)]
pub(super) struct Pairing {
    pub(super) first: usize,
    pub(super) second: usize,
    pub(super) counts: [f64; 3],
}

impl Pairing {
    pub(super) fn new(first: usize, second: usize, counts: &[u64; 3]) -> Pairing {
        Pairing { first, second, counts: counts.map(|count| count as f64) }
    }

    pub(super) fn games(&self) -> f64 {
        self.counts.iter().sum()
    }
}

/// The likeliest numbers of the model.
pub(super) struct Fit {
    /// Players come first in all vectors and matrices, then the advantage of moving first, then the logarithm of the weight of draws.
    players: usize,
    numbers: Vec<f64>,
    /// Without draws their weight is zero, and not a number of the model.
    has_draws: bool,
    /// The inverse of the information, of which only differences between players are used.
    covariance: Vec<Vec<f64>>,
}

/// The chances of a game.
pub(super) struct Chances {
    pub(super) won: f64,
    pub(super) drawn: f64,
    pub(super) lost: f64,
}

impl Chances {
    fn new(difference: f64, draw_weight: f64) -> Chances {
        let (won, lost) = ((difference / 2.0).exp(), (-difference / 2.0).exp());
        let sum = won + draw_weight + lost;
        Chances { won: won / sum, drawn: draw_weight / sum, lost: lost / sum }
    }

    /// How much a game says about the difference in strength.
    pub(super) fn information(&self) -> f64 {
        (self.won + self.lost - (self.won - self.lost).powi(2)) / 4.0
    }
}

const STEPS: usize = 200;

impl Fit {
    /// Finds the numbers. Without a `prior`, a standard deviation of the strengths, every strength must be bounded by the games.
    pub(super) fn new(players: usize, pairings: &[Pairing], prior: Option<f64>) -> Fit {
        let has_draws = pairings.iter().any(|pairing| pairing.counts[1] > 0.0);
        // If every game was drawn, no weight of draws is large enough, and the games say nothing.
        let is_decided = pairings.iter().any(|pairing| pairing.counts[0] + pairing.counts[2] > 0.0);
        let pairings = if is_decided { pairings } else { &[] };
        let has_draws = has_draws && is_decided;
        let mut fit =
            Fit { players, numbers: vec![0.0; players + 1 + usize::from(has_draws)], has_draws, covariance: Vec::new() };
        let mut now = fit.log_likelihood(pairings, prior);
        for _ in 0..STEPS {
            let (gradient, information) = fit.derivatives(pairings, prior);
            let step = solve(&cholesky(information), &gradient);
            let mut scale = 1.0;
            let before = fit.numbers.clone();
            let next = loop {
                for ((number, old), step) in fit.numbers.iter_mut().zip(&before).zip(&step) {
                    *number = old + scale * step;
                }
                let next = fit.log_likelihood(pairings, prior);
                if next >= now || scale < 1e-9 {
                    break next;
                }
                scale /= 2.0;
            };
            let change = step.iter().map(|step| (scale * step).abs()).fold(0.0, f64::max);
            now = next;
            if change < 1e-10 {
                break;
            }
        }
        fit.center();
        fit.covariance = inverse(&cholesky(fit.derivatives(pairings, prior).1));
        fit
    }

    /// A player's strength relative to the mean of others, and its standard deviation.
    pub(super) fn strength(&self, player: usize, others: &[usize]) -> (f64, f64) {
        let mut contrast = vec![0.0; self.numbers.len()];
        for &other in others {
            contrast[other] -= 1.0 / others.len() as f64;
        }
        contrast[player] += 1.0;
        let value = dot(&contrast, &self.numbers);
        let variance = dot(&contrast, &times(&self.covariance, &contrast));
        (value, variance.max(0.0).sqrt())
    }

    /// The advantage of moving first, and its standard deviation.
    pub(super) fn first_move(&self) -> (f64, f64) {
        (self.numbers[self.players], self.covariance[self.players][self.players].max(0.0).sqrt())
    }

    /// The chance of a draw between equal players, apart from the advantage of moving first.
    pub(super) fn draws_between_equals(&self) -> f64 {
        Chances::new(0.0, self.draw_weight()).drawn
    }

    /// The chances of a game between two players, apart from the advantage of moving first.
    pub(super) fn chances(&self, one: usize, other: usize) -> Chances {
        Chances::new(self.numbers[one] - self.numbers[other], self.draw_weight())
    }

    /// The covariance of the strengths alone.
    pub(super) fn covariance_of_players(&self) -> Vec<Vec<f64>> {
        self.covariance[..self.players].iter().map(|row| row[..self.players].to_vec()).collect()
    }

    fn draw_weight(&self) -> f64 {
        if self.has_draws { self.numbers[self.players + 1].exp() } else { 0.0 }
    }

    fn difference(&self, pairing: &Pairing) -> f64 {
        self.numbers[pairing.first] - self.numbers[pairing.second] + self.numbers[self.players]
    }

    /// Moves the mean of the strengths to zero, which changes no chance.
    fn center(&mut self) {
        let mean = self.numbers[..self.players].iter().sum::<f64>() / self.players as f64;
        self.numbers[..self.players].iter_mut().for_each(|number| *number -= mean);
    }

    fn log_likelihood(&self, pairings: &[Pairing], prior: Option<f64>) -> f64 {
        let weight = self.draw_weight();
        let mut sum = -(self.numbers[self.players] / FIRST_MOVE_DEVIATION).powi(2) / 2.0;
        for pairing in pairings {
            let chances = Chances::new(self.difference(pairing), weight);
            for (count, chance) in pairing.counts.into_iter().zip([chances.won, chances.drawn, chances.lost]) {
                if count > 0.0 {
                    sum += count * chance.ln();
                }
            }
        }
        sum - self.numbers[..self.players].iter().map(|number| penalty(*number, prior)).sum::<f64>()
    }

    /// The slope of the log-likelihood, and its negative curvature: the Fisher information, which for this model is the same whatever the
    /// results were.
    fn derivatives(&self, pairings: &[Pairing], prior: Option<f64>) -> (Vec<f64>, Vec<Vec<f64>>) {
        let size = self.numbers.len();
        let (first_move, draw) = (self.players, self.players + 1);
        let weight = self.draw_weight();
        let mut gradient = vec![0.0; size];
        let mut information = vec![vec![0.0; size]; size];
        for pairing in pairings {
            let chances = Chances::new(self.difference(pairing), weight);
            let ([won, drawn, lost], games) = (pairing.counts, pairing.games());
            let lead = (won - lost) / 2.0 - games * (chances.won - chances.lost) / 2.0;
            let signs = [(pairing.first, 1.0), (pairing.second, -1.0), (first_move, 1.0)];
            let weight = games * chances.information();
            for (row, sign) in signs {
                gradient[row] += sign * lead;
                for (column, other) in signs {
                    information[row][column] += sign * other * weight;
                }
            }
            if self.has_draws {
                gradient[draw] += drawn - games * chances.drawn;
                information[draw][draw] += games * chances.drawn * (1.0 - chances.drawn);
                let mixed = -games * chances.drawn * (chances.won - chances.lost) / 2.0;
                for (row, sign) in signs {
                    information[row][draw] += sign * mixed;
                    information[draw][row] += sign * mixed;
                }
            }
        }
        gradient[first_move] -= self.numbers[first_move] / FIRST_MOVE_DEVIATION.powi(2);
        information[first_move][first_move] += FIRST_MOVE_DEVIATION.powi(-2);
        for row in 0..self.players {
            match prior {
                Some(deviation) => {
                    gradient[row] -= self.numbers[row] / deviation.powi(2);
                    information[row][row] += deviation.powi(-2);
                }
                // Only differences count; this fixes the mean and changes the variance of no difference.
                None => information[row][..self.players].iter_mut().for_each(|entry| *entry += 1.0),
            }
        }
        (gradient, information)
    }
}

fn penalty(number: f64, prior: Option<f64>) -> f64 {
    prior.map_or(0.0, |deviation| (number / deviation).powi(2) / 2.0)
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn times(matrix: &[Vec<f64>], vector: &[f64]) -> Vec<f64> {
    matrix.iter().map(|row| dot(row, vector)).collect()
}

/// The lower triangle whose product with its transpose is the matrix, which must be positive definite.
fn cholesky(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    for row in 0..matrix.len() {
        let (above, rest) = matrix.split_at_mut(row);
        let current = &mut rest[0];
        for (column, other) in above.iter().enumerate() {
            current[column] = (current[column] - dot(&current[..column], &other[..column])) / other[column];
        }
        let rest = current[row] - dot(&current[..row], &current[..row]);
        // Rounding can take a pivot that is almost zero below it.
        current[row] = rest.max(1e-12).sqrt();
    }
    matrix
}

fn solve(triangle: &[Vec<f64>], right: &[f64]) -> Vec<f64> {
    let mut found = right.to_vec();
    for row in 0..found.len() {
        found[row] = (found[row] - dot(&triangle[row][..row], &found[..row])) / triangle[row][row];
    }
    for row in (0..found.len()).rev() {
        let below: f64 = (row + 1..found.len()).map(|other| triangle[other][row] * found[other]).sum();
        found[row] = (found[row] - below) / triangle[row][row];
    }
    found
}

fn inverse(triangle: &[Vec<f64>]) -> Vec<Vec<f64>> {
    (0..triangle.len())
        .map(|column| {
            let mut unit = vec![0.0; triangle.len()];
            unit[column] = 1.0;
            solve(triangle, &unit)
        })
        .collect()
}
