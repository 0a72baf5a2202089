import { currentPreferences, type Preferences } from './preferences.ts';

export const SOUND_KINDS = ['fill', 'target', 'stop', 'error', 'kill'] as const;
export type SoundKind = (typeof SOUND_KINDS)[number];

/** The preference that switches each sound. */
export const SOUND_SWITCH = {
  fill: 'soundFill',
  target: 'soundTarget',
  stop: 'soundStop',
  error: 'soundError',
  kill: 'soundKill',
} as const satisfies Readonly<Record<SoundKind, keyof Preferences>>;

/** Tones of each sound: frequency in Hz and length in seconds, one after the other. */
const TONES: Readonly<Record<SoundKind, readonly (readonly [number, number])[]>> = {
  fill: [[880, 0.08]],
  target: [
    [660, 0.08],
    [990, 0.14],
  ],
  stop: [
    [520, 0.1],
    [390, 0.16],
  ],
  error: [
    [220, 0.14],
    [220, 0.14],
  ],
  kill: [
    [740, 0.16],
    [370, 0.16],
    [740, 0.16],
    [370, 0.24],
  ],
};

const GAINS: Readonly<Record<Preferences['volume'], number>> = { quiet: 0.04, normal: 0.12, loud: 0.3 };

let context: AudioContext | null = null;

/** Plays the tones of an event where sounds are on for it; a browser that lets no page sound stays silent. */
export function playSound(kind: SoundKind): void {
  const preferences = currentPreferences();
  if (preferences.sounds === 'off' || preferences[SOUND_SWITCH[kind]] === 'off') return;
  if (typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  const { destination } = context;
  let atS = context.currentTime;
  for (const [frequencyHz, lengthS] of TONES[kind]) {
    const tone = context.createOscillator();
    const gain = context.createGain();
    tone.frequency.value = frequencyHz;
    gain.gain.setValueAtTime(GAINS[preferences.volume], atS);
    gain.gain.exponentialRampToValueAtTime(0.0001, atS + lengthS);
    tone.connect(gain).connect(destination);
    tone.start(atS);
    tone.stop(atS + lengthS);
    atS += lengthS;
  }
}
