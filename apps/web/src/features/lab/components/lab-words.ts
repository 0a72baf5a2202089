import type { LabJobRow, VerdictCard } from '@riptide/contracts/calls';
import type { Tone } from '../../../ui/tag.tsx';

const SUBJECTS: Readonly<Record<string, string>> = {
  pas_trader: 'PAS Trader',
  oraculis: 'Oraculis',
  trigger: 'The bare trigger',
};

/** Names what the lab judges. */
export function subjectWord(subject: string): string {
  return SUBJECTS[subject] ?? subject;
}

/** Says a verdict in a word, with its tone. */
export function verdictWord({ verdict }: VerdictCard): { readonly word: string; readonly tone: Tone } {
  if (verdict === 'edge') return { word: 'Edge', tone: 'ok' };
  return verdict === 'no-edge' ? { word: 'No edge', tone: 'danger' } : { word: 'Too few trades', tone: 'warn' };
}

const JOB_TONES: Readonly<Record<LabJobRow['state'], Tone>> = {
  waiting: 'neutral',
  running: 'info',
  done: 'ok',
  failed: 'danger',
  stopped: 'neutral',
  interrupted: 'warn',
};

/** The tone of a job's state. */
export function jobTone(state: LabJobRow['state']): Tone {
  return JOB_TONES[state];
}

/** Formats an amount of bytes, e.g. 12.4 MB. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const power = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3));
  return `${(bytes / 1000 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power] ?? ''}`;
}
