import type { AuditEvent, OraculisLearner } from '@riptide/contracts/calls';

export interface LearnerChangeRow {
  readonly id: string;
  readonly atSeconds: number;
  readonly kind: 'learner' | 'engine' | 'drift' | 'settings';
  readonly text: string;
  readonly auditId: number | null;
}

const KINDS: Readonly<Record<string, LearnerChangeRow['kind']>> = {
  learner_changed: 'learner',
  arbitrage_learner_changed: 'learner',
  engine_run: 'engine',
  engine_settings: 'settings',
};

const ENGINES: Readonly<Record<string, string>> = { oraculis: 'Oraculis', 'pas-trader': 'PAS Trader' };

function textOf({ event, payload }: AuditEvent): string {
  const { text, engine, isRunning, reason } = payload;
  if (event === 'engine_run' && typeof engine === 'string') {
    const why = typeof reason === 'string' && reason !== '' ? `: ${reason}` : '';
    return `${ENGINES[engine] ?? engine} ${isRunning === true ? 'runs' : 'is stopped'}${why}`;
  }
  return typeof text === 'string' ? text : event.replaceAll('_', ' ');
}

/** Picks what is about the learners and puts it together, newest first. */
export function changesOf(
  events: readonly AuditEvent[],
  drifts: OraculisLearner['drifts'],
  nameOf: (arm: string) => string,
): readonly LearnerChangeRow[] {
  const told = events.flatMap((event): LearnerChangeRow[] => {
    const kind = KINDS[event.event] ?? (event.event.includes('learner') ? 'learner' : undefined);
    if (kind === undefined) return [];
    return [{ id: `event ${event.id}`, atSeconds: event.created_ts, kind, text: textOf(event), auditId: event.id }];
  });
  const drifted = drifts.map((drift): LearnerChangeRow => ({
    id: `drift ${drift.decision}`,
    atSeconds: drift.timestamp,
    kind: 'drift',
    text: `Rewards changed at decision ${drift.decision}: what was known of ${drift.arms.map(nameOf).join(', ')} counts less since`,
    auditId: null,
  }));
  return [...told, ...drifted].toSorted((one, other) => other.atSeconds - one.atSeconds);
}
