import { startArbitrage, stopArbitrage, type ArbitrageState } from '@riptide/contracts/calls';
import { useQueryClient } from '@tanstack/react-query';
import { useRuntime } from '../../../lib/runtime.tsx';
import { STATE_KEY, type StateFacts } from '../../../shared/opportunities/use-arbitrage-state.ts';
import { useCommand } from '../../../shared/use-command.ts';

/** Gives the two commands of the scanner; the screen changes only when the server says it is done. */
export function useScannerCommands() {
  const { clock, serverClock } = useRuntime();
  const client = useQueryClient();
  const adopt = (state: ArbitrageState): void => {
    client.setQueryData<StateFacts>(STATE_KEY, { ...state, atSeconds: serverClock.toServerMs(clock.nowMs()) / 1000 });
  };
  const start = useCommand(startArbitrage, {
    done: ({ already_running: wasRunning }) => ({
      text: 'Arbitrage scanner started',
      note: wasRunning ? 'It was running; the new settings apply.' : null,
    }),
    failed: 'Failed to start arbitrage scanner',
    onDone: adopt,
  });
  const stop = useCommand(stopArbitrage, {
    done: () => 'Arbitrage scanner stopped',
    failed: 'Failed to stop arbitrage scanner',
    onDone: adopt,
  });
  return { start, stop };
}
