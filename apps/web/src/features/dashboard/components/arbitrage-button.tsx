import {
  getArbitrageMetrics,
  getArbitrageStatus,
  startArbitrage,
  stopArbitrage,
  VENUE_NAMES,
  type ArbitrageState,
} from '@riptide/contracts/calls';
import { useQueryClient } from '@tanstack/react-query';
import { ArrowLeftRight } from 'lucide-react';
import { useRuntime } from '../../../lib/runtime.tsx';
import { STATE_KEY, useArbitrageState, type StateFacts } from '../../../shared/opportunities/use-arbitrage-state.ts';
import { useCommand } from '../../../shared/use-command.ts';
import { Button } from '../../../ui/button.tsx';
import { Dot } from '../../../ui/dot.tsx';

/** What the scanner is started with: what it ran with last, else the server's defaults. */
export function startOrder({ session }: ArbitrageState): Parameters<ReturnType<typeof useStart>['mutate']>[0] {
  if (session.started_at === null) return { body: {} };
  const venues = VENUE_NAMES.filter((venue) => session.exchanges.some((each) => each.toUpperCase() === venue));
  return {
    body: { min_spread_bps: session.min_spread_bps, max_position_usd: session.max_position_usd, venues },
  };
}

const REFRESH = [getArbitrageStatus, getArbitrageMetrics] as const;

function useAdopt(): (state: ArbitrageState) => void {
  const client = useQueryClient();
  const { clock, serverClock } = useRuntime();
  return (state) =>
    client.setQueryData<StateFacts>(STATE_KEY, { ...state, atSeconds: serverClock.toServerMs(clock.nowMs()) / 1000 });
}

function useStart() {
  return useCommand(startArbitrage, {
    done: () => 'Arbitrage engine started successfully!',
    failed: 'Failed to start arbitrage',
    refresh: REFRESH,
    onDone: useAdopt(),
  });
}

function useStop() {
  return useCommand(stopArbitrage, {
    done: () => 'Arbitrage engine stopped',
    failed: 'Failed to stop arbitrage',
    refresh: REFRESH,
    onDone: useAdopt(),
  });
}

/** `Arbitrage`: starts the scanner, or stops it while it scans. Scanning places no order, so nothing is asked. */
export function ArbitrageButton() {
  const state = useArbitrageState().data;
  const start = useStart();
  const stop = useStop();
  const isOn = state?.scanning === true;
  return (
    <Button
      aria-pressed={isOn}
      pending={start.isPending || stop.isPending}
      disabled={state === undefined}
      title={isOn ? 'The scanner runs; click to stop it' : 'Starts the arbitrage scanner'}
      onClick={() => {
        if (state === undefined) return;
        if (isOn) stop.mutate({ body: {} });
        else start.mutate(startOrder(state));
      }}
    >
      {isOn ? <Dot tone="ok" small /> : null}
      <ArrowLeftRight size={14} aria-hidden />
      Arbitrage
      {isOn ? <span className="sr-only">is scanning</span> : null}
    </Button>
  );
}
