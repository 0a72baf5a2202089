import { useState } from 'react';
import { useHealth, useKnownHealth } from '../../../shared/use-health.ts';
import { useArbitrageState, type StateFacts } from '../../../shared/opportunities/use-arbitrage-state.ts';

export interface ScannerFacts {
  readonly state: StateFacts | undefined;
  /** The state when all was well last; the one of now while it is. */
  readonly lastState: StateFacts | undefined;
  /** Why nothing on screen is live and nothing can be started; null while all is well or still unknown. */
  readonly trouble: string | null;
}

const ENGINE_WORDS = /^the engine\b/i;

/** Gives the scanner's state, and what it was before server or engine fell silent. */
export function useScannerFacts(): ScannerFacts {
  const state = useArbitrageState().data;
  const heard = useHealth().data;
  const known = useKnownHealth();
  const [lastState, setLastState] = useState<StateFacts | undefined>(undefined);
  const reason = state?.reason ?? null;
  let trouble: string | null = null;
  if (heard !== undefined && known === undefined) trouble = 'The server does not answer';
  else if (reason !== null && ENGINE_WORDS.test(reason)) trouble = reason;
  else if (known?.engine.connected === false) trouble = 'The engine does not answer';
  if (trouble === null && state !== lastState) setLastState(state);
  return { state, lastState: lastState ?? state, trouble };
}
