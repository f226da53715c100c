// Cues by Web Audio: each from its place around the listener, once a key or a touch has allowed sounds.

let audio = null;
let ducked = null;
let loud = null;
const sounds = new Map();
const sounding = new Set();

/** Allow sounds: browsers start them only after a key or a touch. */
export function wakeSound() {
  if (audio) return void audio.resume();
  audio = new AudioContext();
  [ducked, loud] = [audio.createGain(), audio.createGain()];
  ducked.connect(audio.destination);
  loud.connect(audio.destination);
}

async function loaded(file) {
  if (!sounds.has(file)) {
    sounds.set(file, fetch(`/cues/${file}`).then((found) => found.arrayBuffer()).then((all) => audio.decodeAudioData(all)));
  }
  return sounds.get(file);
}

/** Play cues, each from its place after its delay; before sounds are allowed, none. */
export function playCues(cues) {
  if (!audio) return;
  const now = audio.currentTime;
  for (const cue of cues) void play(cue, now + cue.delay);
}

async function play(cue, at) {
  const source = new AudioBufferSourceNode(audio, { buffer: await loaded(cue.file), playbackRate: cue.pitch });
  const place = new PannerNode(audio, {
    panningModel: cue.is_binaural ? "HRTF" : "equalpower", distanceModel: "linear", rolloffFactor: 0,
    positionX: cue.x, positionY: 0, positionZ: cue.z,
  });
  source.connect(new GainNode(audio, { gain: cue.gain })).connect(place).connect(cue.ducks ? ducked : loud);
  const entry = { source, endsByKey: cue.ends_by_key };
  sounding.add(entry);
  source.addEventListener("ended", () => sounding.delete(entry));
  source.start(at);
}

/** Stop what any key stops. */
export function stopCues() {
  for (const { source, endsByKey } of sounding) if (endsByKey) source.stop();
}

/** Play softer for a while; at 0 seconds, as loud as before. */
export function duck(seconds, gain) {
  if (!audio) return;
  const now = audio.currentTime;
  ducked.gain.cancelScheduledValues(now);
  ducked.gain.setTargetAtTime(seconds > 0 ? gain : 1, now, 0.04);
  if (seconds > 0) ducked.gain.setTargetAtTime(1, now + seconds, 0.15);
}
