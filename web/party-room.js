// The room of a game for three to six that has not begun: who sits where, seats to take and to leave, and what the host may do.

import { twice } from './buttons.js';
import { button, element } from './elements.js';
import { colorName, marble } from './party-seats.js';
import { t } from './texts.js';

/**
 * @typedef {import('./board.js').Seat} Seat
 * @typedef {import('./online.js').OnlineGame<import('./party-game.js').State>} Game
 */

/** Whether the buttons of the host do something. */ let isWired = false;

/** Shows the room, while the game waits for players. @param {Game} game @param {(seat: Seat) => string} name  of a player */
export function drawRoom(game, name) {
  const { state } = game;
  const open = state.status === 'open';
  element('room').hidden = !open;
  element('table-side').hidden = open;
  if (!open) return;
  if (!isWired) wire(game);
  const own = state.you[0] ?? null;
  const hosts = !!own && own === state.host;
  element('host').hidden = !hosts;
  element('invite').hidden = !game.plays;
  const place = element('room-seats');
  const key = JSON.stringify([state.players, own, hosts]);
  if (place.dataset.key === key) return;
  place.dataset.key = key;
  place.replaceChildren(...state.seats.map((seat) => row(game, seat, own, name)));
}

/** A seat: its marble, who sits there, and what the reader can do about it. @param {Game} game @param {Seat} seat @param {Seat | null} own @param {(seat: Seat) => string} name */
function row(game, seat, own, name) {
  const { players, teams } = game.state;
  const line = document.createElement('li');
  const color = document.createElement('b');
  color.textContent = colorName(seat);
  const team = document.createElement('span');
  team.className = 'with';
  team.append(...(teams.find((team) => team.includes(seat)) ?? []).filter((other) => other !== seat).map(marble));
  const who = document.createElement('span');
  const player = players[seat];
  who.className = player ? 'name' : 'name quiet';
  who.textContent = seat === own ? t('js-you') : name(seat);
  line.append(marble(seat), color, team, who);
  const action = !player && !own ? 'sit' : seat === own ? 'leave' : null;
  if (!action) return line;
  const act = document.createElement('button');
  act.type = 'button';
  act.className = action;
  act.textContent = t(action === 'sit' ? 'js-party-sit' : 'js-party-leave');
  act.setAttribute('aria-label', `${act.textContent}: ${colorName(seat)}`);
  if (action === 'sit') act.classList.add('main');
  act.addEventListener('click', () => (action === 'sit' ? game.join(act, seat) : leave(game)));
  line.append(act);
  return line;
}

/** Leaves the seat and reconnects as a spectator. @param {Game} game */
async function leave(game) {
  if ((await game.act({ do: 'leave-seat' })) === null) return;
  game.state.you = [];
  game.line.open();
}

/** @param {Game} game */
function wire(game) {
  isWired = true;
  const level = /** @type {HTMLSelectElement} */ (element('fill-level'));
  element('fill').addEventListener('click', () => game.act({ do: 'fill', level: Number(level.value) }));
  twice(button('cancel'), t('js-game-sure-abort'), () => game.act({ do: 'abort' }));
}
