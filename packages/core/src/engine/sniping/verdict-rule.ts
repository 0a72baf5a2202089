import type { ExecutionMode, MarketSource, SnipingEngine } from '../../domain/index.ts';
import { settingsHash } from '../../strategies/index.ts';
import type { SnipingState } from './sniping-state.ts';

/** What a person types to let an engine trade live without a passed verdict. */
export const OVERRIDE_PHRASE = 'TRADE WITHOUT VERDICT';

/** Whether an engine may open trades where it would, and why. */
export interface VerdictWord {
  readonly ok: boolean;
  readonly detail: string;
}

/** Real money needs an `edge` of the lab for today's settings, or a person's typed word that has not ended. Paper and simulated venues need neither. */
export function verdictFor(
  state: SnipingState,
  engine: SnipingEngine,
  where: { readonly market: MarketSource; readonly mode: ExecutionMode; readonly nowMs: number },
): VerdictWord {
  if (where.mode === 'paper') return { ok: true, detail: 'paper needs no verdict' };
  if (where.market === 'sim') return { ok: true, detail: 'simulated venues need no verdict' };
  const verdict = state.verdictOf(engine);
  const override = state.overrideOf(engine);
  const isOfToday = verdict?.settingsHash === settingsHash(state.settingsOf(engine));
  if (verdict?.verdict === 'edge' && isOfToday) return { ok: true, detail: `edge found by ${verdict.source}` };
  if (override !== null && where.nowMs < override.expiresMs) {
    return { ok: true, detail: `without a verdict, by the word of ${override.by} until ${timeOf(override.expiresMs)}` };
  }
  const ended = override === null ? '' : `; the word of ${override.by} ended at ${timeOf(override.expiresMs)}`;
  if (verdict === null) return { ok: false, detail: `the lab has not judged this engine${ended}` };
  if (!isOfToday) return { ok: false, detail: `the settings changed since the verdict${ended}` };
  return { ok: false, detail: `the verdict is ${verdict.verdict}${ended}` };
}

/** In UTC, to the minute. */
function timeOf(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
