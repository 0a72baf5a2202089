import { EXECUTION_MODES, VENUES, type ExecutionMode } from '../../domain/index.ts';
import type { RiskBlock } from '../../risk/index.ts';
import { unwatchedBlocks } from './arb-watch.ts';
import type { ArbitrageContext } from './arbitrage-context.ts';
import type { ModeGuards } from './mode-guards.ts';

/** Returns why a mode opens no pair at all after losses or failures, in words; null while it may. Caps of a number of trades are no such halt. */
export function arbHaltOf(
  guards: ModeGuards,
  nowMs: number,
): { readonly code: 'RISK_LOSS_STREAK' | 'ARBITRAGE_BUSY'; readonly text: string } | null {
  if (guards.isHalted(nowMs)) {
    const { isOff, haltedUntilMs } = guards.breaker;
    const until = isOff || haltedUntilMs === null ? 'a person releases it' : new Date(haltedUntilMs).toISOString();
    return { code: 'RISK_LOSS_STREAK', text: `too many losses in a row: arbitrage is halted until ${until}` };
  }
  const { isOff, score, max } = guards.stabilityAt(nowMs);
  if (!isOff) return null;
  const text = `stability is ${score} of ${max} after failures; it recovers by one every 5 minutes`;
  return { code: 'ARBITRAGE_BUSY', text };
}

/** Returns the halts of the modes that trade now, and where open pairs are left alone. */
export function arbBlocksOf(
  { core, state }: Pick<ArbitrageContext, 'core' | 'state'>,
  nowMs: number,
): readonly RiskBlock[] {
  const active = new Set<ExecutionMode>(VENUES.map((venue) => core.permit.modeOf(venue)));
  const halts = EXECUTION_MODES.flatMap((mode): readonly RiskBlock[] => {
    const halt = active.has(mode) ? arbHaltOf(state.guards.of(mode), nowMs) : null;
    return halt === null ? [] : [{ gate: 'arbitrage', venue: null, mode, severity: 'halt', text: halt.text }];
  });
  return [...halts, ...unwatchedBlocks({ core, state })];
}
