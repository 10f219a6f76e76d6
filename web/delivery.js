// Data that the browser keeps until the server has it: puzzle attempts, settings, stars. What cannot be sent now is sent later; what the server
// will never accept is dropped, so that it does not block the rest.

/**
 * @template T
 * @typedef {{ taken: T } | { refused: string } | 'later'} Delivery  what the server answered, the key of why it will never take it, or nothing for now
 */

/** Statuses that a retry cannot change. After an expired session, a rate limit or a server error, a retry can succeed. */
const NEVER = [400, 404, 409, 410, 413, 422];

/** @param {'POST' | 'PUT'} method @param {string} path @param {unknown} value @returns {Promise<Delivery<any>>} */
export async function deliver(method, path, value) {
  const request = { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value), keepalive: true };
  try {
    const answer = await fetch(path, request);
    if (answer.ok) return { taken: await answer.json() };
    return NEVER.includes(answer.status) ? { refused: (await answer.json()).key } : 'later';
  } catch {
    return 'later';
  }
}
