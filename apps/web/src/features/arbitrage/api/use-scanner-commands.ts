import { startArbitrage, stopArbitrage, type ArbitrageState } from '@riptide/contracts/calls';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { problemText } from '../../../lib/api-problem.ts';
import { useRuntime } from '../../../lib/runtime.tsx';
import { notify } from '../../../shared/notify.ts';
import type { ScannerOrder } from '../model/scanner-form.ts';
import { STATE_KEY, type StateFacts } from '../../../shared/opportunities/use-arbitrage-state.ts';

/** Gives the two commands of the scanner; the screen changes only when the server says it is done. */
export function useScannerCommands() {
  const { call, clock, serverClock } = useRuntime();
  const client = useQueryClient();
  const adopt = (state: ArbitrageState): void => {
    client.setQueryData<StateFacts>(STATE_KEY, { ...state, atSeconds: serverClock.toServerMs(clock.nowMs()) / 1000 });
  };
  const fail = (text: string) => (error: unknown) => {
    const said = problemText(error, text);
    notify({ tone: 'error', text, note: said === text ? null : said, atMs: clock.nowMs() });
  };
  const start = useMutation({
    mutationFn: (order: ScannerOrder) => call(startArbitrage, { body: order }),
    onSuccess: (answer) => {
      adopt(answer);
      notify({
        tone: 'success',
        text: 'Arbitrage scanner started',
        note: answer.already_running ? 'It was running; the new settings apply.' : null,
        atMs: clock.nowMs(),
      });
    },
    onError: fail('Failed to start arbitrage scanner'),
  });
  const stop = useMutation({
    mutationFn: () => call(stopArbitrage),
    onSuccess: (answer) => {
      adopt(answer);
      notify({ tone: 'success', text: 'Arbitrage scanner stopped', atMs: clock.nowMs() });
    },
    onError: fail('Failed to stop arbitrage scanner'),
  });
  return { start, stop };
}
