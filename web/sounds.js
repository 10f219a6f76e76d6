// Short sounds, synthesized by the browser without files. There is no sound before the reader has touched the page or pressed a key, or
// if sounds are turned off.

import { get } from './settings.js';

/**
 * A part of a sound: a tone of `pitch` hertz (which glides to `to`), or noise around that pitch if `noise` is set.
 * @typedef {{ at?: number, pitch: number, to?: number, length: number, loud: number, wave?: OscillatorType, noise?: boolean }} Part
 * @typedef {keyof typeof SOUNDS} Sound
 */

/** Times in seconds; a loudness of 1 is as loud as it gets. */
const SOUNDS = {
  /** Marbles roll one step: glass on wood. */
  move: /** @type {Part[]} */ ([
    { pitch: 1900, length: 0.05, loud: 0.16, noise: true },
    { pitch: 660, to: 420, length: 0.09, loud: 0.2 },
  ]),
  /** Glass meets glass. */
  push: /** @type {Part[]} */ ([
    { pitch: 2600, length: 0.04, loud: 0.24, noise: true },
    { pitch: 1480, to: 1240, length: 0.08, loud: 0.14, wave: 'triangle' },
    { at: 0.07, pitch: 560, to: 380, length: 0.1, loud: 0.22 },
  ]),
  /** A marble falls over the rim and rolls away. */
  ejection: /** @type {Part[]} */ ([
    { pitch: 2600, length: 0.04, loud: 0.26, noise: true },
    { pitch: 1480, to: 1240, length: 0.08, loud: 0.14, wave: 'triangle' },
    { at: 0.16, pitch: 190, to: 90, length: 0.16, loud: 0.5 },
    { at: 0.2, pitch: 420, length: 0.5, loud: 0.16, noise: true },
  ]),
  turn: /** @type {Part[]} */ ([
    { pitch: 587, length: 0.16, loud: 0.13, wave: 'triangle' },
    { at: 0.1, pitch: 784, length: 0.22, loud: 0.13, wave: 'triangle' },
  ]),
  /** Little time is left. */
  low: /** @type {Part[]} */ ([0, 0.16, 0.32].map((at) => ({ at, pitch: 988, length: 0.1, loud: 0.16, wave: 'triangle' }))),
  end: /** @type {Part[]} */ ([
    { pitch: 392, length: 0.5, loud: 0.12, wave: 'triangle' },
    { at: 0.12, pitch: 494, length: 0.5, loud: 0.12, wave: 'triangle' },
    { at: 0.24, pitch: 587, length: 0.7, loud: 0.14, wave: 'triangle' },
  ]),
};

/** @type {AudioContext | null} */ let context = null;
/** @type {AudioBuffer | null} */ let noise = null;

/** Plays a sound if sounds are on. @param {Sound} name */
export function play(name) {
  if (get('sounds') === 'off' || !navigator.userActivation?.hasBeenActive || typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  // The browser may have suspended it while the page was hidden.
  if (context.state === 'suspended') context.resume().catch(() => {});
  for (const part of SOUNDS[name]) sound(context, part);
}

/** @param {AudioContext} context @param {Part} part */
function sound(context, { at = 0, pitch, to = pitch, length, loud, wave = 'sine', noise }) {
  const start = context.currentTime + at;
  const end = start + length;
  const gain = context.createGain();
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(loud, start + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.0001, end);
  gain.connect(context.destination);
  const source = noise ? hiss(context, pitch, gain) : tone(context, wave, gain);
  if (source instanceof OscillatorNode) {
    source.frequency.setValueAtTime(pitch, start);
    source.frequency.exponentialRampToValueAtTime(to, end);
  }
  source.start(start);
  source.stop(end);
}

/** @param {AudioContext} context @param {OscillatorType} wave @param {AudioNode} out */
function tone(context, wave, out) {
  const oscillator = context.createOscillator();
  oscillator.type = wave;
  oscillator.connect(out);
  return oscillator;
}

/** Noise around a pitch. @param {AudioContext} context @param {number} pitch @param {AudioNode} out */
function hiss(context, pitch, out) {
  if (!noise) {
    noise = context.createBuffer(1, context.sampleRate, context.sampleRate);
    const samples = noise.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  }
  const source = context.createBufferSource();
  source.buffer = noise;
  const filter = context.createBiquadFilter();
  filter.type = 'bandpass';
  filter.frequency.value = pitch;
  filter.Q.value = 1.2;
  source.connect(filter).connect(out);
  return source;
}
