import { SNIPING_ENGINES, type SnipingEngine } from '../../domain/index.ts';
import type { SnipingState } from './sniping-state.ts';

type Engines = Pick<SnipingState, 'runOf' | 'settingsOf'>;

/**
 * Returns who answers a trigger of a symbol; null while no engine runs. Of the engines that run and list it PAS Trader comes first, unless
 * it only monitors; one that picks symbols by itself comes after those that list them. Where none has it, the first that runs says so.
 */
export function actingEngine(state: Engines, symbol: string): SnipingEngine | null {
  let best: SnipingEngine | null = null;
  let bestRank = -1;
  for (const engine of SNIPING_ENGINES) {
    const rank = state.runOf(engine).isRunning ? rankOf(state, engine, symbol) : -1;
    if (rank <= bestRank) continue;
    best = engine;
    bestRank = rank;
  }
  return best;
}

/** Returns true where Oraculis chooses the arm: it runs, and its settings have the symbol. */
export function isArmLearnt(state: Engines, symbol: string): boolean {
  return state.runOf('oraculis').isRunning && hasSymbol(state, 'oraculis', symbol);
}

/** Acting comes before watching, listing before picking, and both before not having it at all. */
function rankOf(state: Engines, engine: SnipingEngine, symbol: string): number {
  if (!hasSymbol(state, engine, symbol)) return 0;
  const { mode, symbols } = state.settingsOf(engine);
  return (mode === 'monitor' ? 1 : 3) + (symbols.includes(symbol) ? 1 : 0);
}

function hasSymbol(state: Engines, engine: SnipingEngine, symbol: string): boolean {
  const { symbols, autoPick } = state.settingsOf(engine);
  return symbols.includes(symbol) || autoPick;
}
