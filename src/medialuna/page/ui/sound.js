// Five small sounds, made when they are needed: nothing is loaded, and with the sound off nothing exists at all.

const QUIET = 0.5; // of full volume, for all of them
const SLEEP = 1500; // ms of silence after which the device is let go, so that an open page costs nothing

let on = false;
let device = null; // {context, out, hiss}
let sleeping = 0;

/** @param {boolean} wanted */
export function useSound(wanted) {
  on = wanted;
  if (on || !device) return;
  clearTimeout(sleeping);
  device.context.close();
  device = null;
}

function wake() {
  if (!device) {
    const context = new AudioContext();
    const out = new GainNode(context, { gain: QUIET });
    out.connect(context.destination);
    // a quarter of a second of noise: paper on cloth, whichever way it is filtered
    const hiss = context.createBuffer(1, context.sampleRate / 4, context.sampleRate);
    const samples = hiss.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
    device = { context, out, hiss };
  }
  const { context } = device;
  if (context.state === "suspended") context.resume().catch(() => {}); // not before the page has been touched
  clearTimeout(sleeping);
  sleeping = setTimeout(() => context.suspend(), SLEEP);
  return device;
}

/** A rise and a fall of loudness, from a time on. */
function swell({ context, out }, at, loud, rise, length) {
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud, at + rise);
  gain.gain.exponentialRampToValueAtTime(0.0005, at + length);
  gain.connect(out);
  return gain;
}

/** Paper: noise through a filter that moves from one pitch to another. */
function paper(here, { at, loud, from, to = from, length, rise = 0.004 }) {
  const source = new AudioBufferSourceNode(here.context, { buffer: here.hiss });
  const filter = new BiquadFilterNode(here.context, { type: "bandpass", frequency: from, Q: 0.9 });
  filter.frequency.setValueAtTime(from, at);
  filter.frequency.exponentialRampToValueAtTime(to, at + length);
  source.connect(filter).connect(swell(here, at, loud, rise, length));
  source.start(at, 0, length);
}

function tone(here, { at, loud, pitch, to = pitch, length, type = /** @type {OscillatorType} */ ("sine"), rise = 0.006 }) {
  const source = new OscillatorNode(here.context, { type, frequency: pitch });
  source.frequency.setValueAtTime(pitch, at);
  source.frequency.exponentialRampToValueAtTime(to, at + length);
  source.connect(swell(here, at, loud, rise, length));
  source.start(at);
  source.stop(at + length);
}

const SOUNDS = {
  lift: (here, at) => paper(here, { at, loud: 0.12, from: 2600, to: 4200, length: 0.06 }),
  place(here, at) {
    paper(here, { at, loud: 0.22, from: 1500, to: 700, length: 0.08 });
    tone(here, { at, loud: 0.16, pitch: 170, to: 110, length: 0.09 });
  },
  refused(here, at) {
    tone(here, { at, loud: 0.1, pitch: 207, length: 0.12, type: "triangle" });
    tone(here, { at: at + 0.1, loud: 0.1, pitch: 164, length: 0.18, type: "triangle" });
  },
  draw: (here, at) => paper(here, { at, loud: 0.18, from: 1100, to: 3400, length: 0.14, rise: 0.05 }),
  won(here, at) {
    for (const [i, pitch] of [392, 494, 587, 784].entries()) tone(here, { at: at + i * 0.13, loud: 0.09, pitch, length: 0.9, rise: 0.02 });
  },
};

/**
 * Plays a sound, after a delay in seconds: a card is heard when it lands.
 * @param {string} name
 * @param {number} [delay]
 */
export function sound(name, delay = 0) {
  if (!on) return;
  const here = wake();
  SOUNDS[name](here, here.context.currentTime + delay);
}
