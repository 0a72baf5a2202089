import type { ArbExecution, ArbitrageState } from '@riptide/contracts/calls';
import { OctagonAlert, TriangleAlert } from 'lucide-react';
import { formatExact } from '../../../lib/format-time.ts';
import { usePreferences } from '../../../lib/preferences.ts';
import { legAlert } from '../../../shared/arb-trades/trade-words.ts';
import { useArbTrades } from '../../../shared/arb-trades/use-arb-trades.ts';
import { Button } from '../../../ui/button.tsx';
import { Actions } from './trade-drawer.tsx';

interface NakedBannerProps {
  readonly executor: ArbitrageState['executor'];
  readonly onOpen: (id: string) => void;
}

/** Shouts of legs that stand alone, and says when new risk is off; nothing while all is well. */
export function NakedBanner({ executor, onOpen }: NakedBannerProps) {
  const { zone } = usePreferences();
  const trades = useArbTrades().data?.trades ?? [];
  // Known by the executor's word or by the trade's own state, whichever comes first.
  const ids = new Set([
    ...(executor?.naked ?? []),
    ...trades.filter((trade) => trade.state === 'naked').map((trade) => trade.id),
  ]);
  const off = executor ? wordOff(executor, (atS) => formatExact(atS * 1000, zone)) : null;
  if (ids.size === 0 && off === null) return null;
  return (
    <div className="mb-3 flex flex-col gap-2">
      {[...ids].map((id) => (
        <NakedLine key={id} id={id} trade={trades.find((trade) => trade.id === id)} onOpen={onOpen} />
      ))}
      {off === null ? null : (
        <p
          role="status"
          className="tint flex items-center gap-2 rounded-panel px-3.5 py-2 text-sm [--tint:var(--warn)]"
        >
          <TriangleAlert size={16} className="flex-none" aria-hidden />
          <span>
            <b className="font-semibold">No new arbitrage.</b> {off}
          </span>
        </p>
      )}
    </div>
  );
}

interface NakedLineProps {
  readonly id: string;
  readonly trade: ArbExecution | undefined;
  readonly onOpen: (id: string) => void;
}

function NakedLine({ id, trade, onOpen }: NakedLineProps) {
  return (
    <div
      role="alert"
      className="tint flex flex-wrap items-center gap-x-3 gap-y-2 rounded-panel px-3.5 py-2.5 text-sm [--tint:var(--danger)]"
    >
      <OctagonAlert size={17} className="flex-none" aria-hidden />
      <span className="min-w-0 flex-1">
        <b className="font-bold">NAKED</b> {trade ? `${trade.symbol}: ${legAlert(trade) ?? ''}` : id}. New risk is off
        until both venues are flat.
      </span>
      {trade ? <Actions trade={trade} /> : null}
      <Button size="sm" onClick={() => onOpen(id)}>
        Details
      </Button>
    </div>
  );
}

function wordOff(executor: NonNullable<ArbitrageState['executor']>, wordTime: (atS: number) => string): string | null {
  const { halt, stability, breaker } = executor;
  if (halt)
    return `${halt.reason}${halt.until === null ? '; a release of the kill switch lifts it' : `, until ${wordTime(halt.until)}`}.`;
  if (breaker.off) return 'The breaker is off after repeated losses; a release of the kill switch lifts it.';
  if (breaker.halted_until !== null)
    return `${breaker.losses} losses in a row, until ${wordTime(breaker.halted_until)}.`;
  if (stability.off) return `Stability is ${stability.score} of ${stability.max}: too many executions failed lately.`;
  return null;
}
