// The state of a game on the server, as its messages change it. docs/api.md describes them.

/** What an event says about the game after it; for more than two players it says more. */
const SAID = ['version', 'status', 'turn', 'clocks', 'offers', 'drawRefused', 'abortsAt', 'outcome', 'players', 'departures', 'out', 'host', 'openSeats'];

/** The state after the event that follows it. @template {{ moves: string[] }} S @param {S} state @param {any} event @returns {S} */
export function stateAfter(state, event) {
  const said = Object.fromEntries(SAID.flatMap((key) => (key in event ? [[key, event[key]]] : [])));
  return { ...state, ...said, moves: movesAfter(state.moves, event) };
}

/** The moves after an event; of more than two players, those who leave are among them. @param {string[]} moves @param {any} event */
function movesAfter(moves, event) {
  if (event.moves) return event.moves;
  if (event.event === 'took-back') return moves.slice(0, event.ply);
  const word = event.event === 'moved' ? event.move : event.word;
  return word ? [...moves, word] : moves;
}
