import { isHeard, type HealthFacts } from '../../shared/use-health.ts';
import type { DotTone } from '../../ui/dot.tsx';

export interface SystemWords {
  readonly tone: DotTone;
  readonly word: string;
  /** One short line. */
  readonly detail: string;
  /** Everything that is not as it should be, a sentence each; empty while all is well or nothing is known. */
  readonly reasons: readonly string[];
}

/** Words how the platform stands and why; `System Operational` only when engine and all venues are. */
export function wordSystem(health: HealthFacts | undefined, isOffline: boolean): SystemWords {
  if (isOffline) return failed('System Offline', 'The server can not be reached');
  if (!health) return { tone: 'off', word: 'System state unknown', detail: '—', reasons: [] };
  if (!health.engine.connected) return failed('System Offline', 'The engine does not answer');
  const away = health.venues.filter((venue) => !isHeard(venue));
  const venues = `${health.venues.length - away.length} of ${health.venues.length} venues`;
  if (away.length === 0 && health.overall_status === 'healthy')
    return { tone: 'ok', word: 'System Operational', detail: venues, reasons: [] };
  const told = health.reasons ?? [];
  const reasons = [
    ...away.map(({ venue, status, reason }) => `${venue} is ${status}${reason === null ? '' : `: ${reason}`}`),
    ...told.map(asSentence),
  ];
  const [first] = told;
  // A venue that is missing is told by the count; what else there is, by its cause without the words around it.
  const detail = away.length > 0 || first === undefined ? venues : asSentence(causeOf(first, health));
  return { tone: 'warn', word: 'System Degraded', detail, reasons };
}

function failed(word: string, reason: string): SystemWords {
  return { tone: 'danger', word, detail: reason, reasons: [reason] };
}

/** A gate's reason comes with what it refuses before it; the gate's own words end it. */
function causeOf(reason: string, { risk_blocks: blocks }: HealthFacts): string {
  return blocks?.find(({ text }) => reason.endsWith(text))?.text ?? reason;
}

function asSentence(text: string): string {
  return text.replace(/^./, (first) => first.toUpperCase());
}

/** The learning label: active only while both agents run, and which one is off. */
export function wordLearning(health: HealthFacts | undefined): { label: string; note: string } {
  if (!health) return { label: 'AI Learning —', note: 'Not known yet' };
  const { oraculis, arbitrage } = health.learning_agents;
  const off = [oraculis.running ? '' : 'Oraculis', arbitrage.running ? '' : 'the arbitrage agent'].filter(
    (name) => name !== '',
  );
  if (off.length === 0) return { label: 'AI Learning Active', note: 'Oraculis and the arbitrage agent are running' };
  return {
    label: 'AI Learning Inactive',
    note: asSentence(`${off.join(' and ')} ${off.length === 1 ? 'is' : 'are'} not running`),
  };
}
