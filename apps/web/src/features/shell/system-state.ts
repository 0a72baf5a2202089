import type { HealthFacts } from '../../shared/use-health.ts';
import type { DotTone } from '../../ui/dot.tsx';

export interface SystemWords {
  readonly tone: DotTone;
  readonly word: string;
  readonly detail: string;
}

/** Words how the platform stands; `System Operational` only when engine and all venues are. */
export function wordSystem(health: HealthFacts | undefined, isOffline: boolean): SystemWords {
  if (isOffline) return { tone: 'danger', word: 'System Offline', detail: 'The server can not be reached' };
  if (!health) return { tone: 'off', word: 'System state unknown', detail: '—' };
  const ready = health.venues.filter((venue) => venue.status === 'ok' || venue.status === 'slow').length;
  const venues = `${ready} of ${health.venues.length} venues`;
  if (!health.engine.connected) return { tone: 'danger', word: 'System Offline', detail: 'The engine does not answer' };
  if (ready < health.venues.length || health.overall_status !== 'healthy')
    return { tone: 'warn', word: 'System Degraded', detail: venues };
  return { tone: 'ok', word: 'System Operational', detail: venues };
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
    note: `${off.join(' and ')} ${off.length === 1 ? 'is' : 'are'} not running`.replace(/^./, (first) =>
      first.toUpperCase(),
    ),
  };
}
