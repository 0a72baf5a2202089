import { getArbitrageSettings, type ArbExecution } from '@riptide/contracts/calls';
import { formatBps, formatPx, formatUsd } from '../../lib/format.ts';
import { formatAge } from '../../lib/format-time.ts';
import { ModeChip } from '../mode-chip.tsx';
import { useCall } from '../use-call.ts';
import { stopNetBps } from './stop-net.ts';

/** What ends the trade when it goes wrong, and what stands at the venues for the worst. */
export function WorstCase({ trade }: { trade: ArbExecution }) {
  const settings = useCall(getArbitrageSettings, { intervalMs: 30_000 }).data?.settings;
  const lossBps = stopNetBps(trade);
  const stops = trade.legs.filter((leg) => leg.disaster_stop_price !== null);
  return (
    <section
      aria-label="Worst case"
      className="mx-3.5 mb-3 rounded-ctl border border-line1 bg-bg2 px-3 py-2 text-[12px]"
    >
      <h3 className="font-semibold">Worst case</h3>
      <ul className="tabular mt-1 flex flex-col gap-0.5 text-fg2">
        {lossBps === null ? null : (
          <li>
            closed at -{formatBps(lossBps)} bps net of the pair (stop loss {formatBps(trade.sl_bps)} bps and the four
            fees)
          </li>
        )}
        {settings === undefined ? null : (
          <li>closed when the pair has lost {formatUsd(settings.loss_cap_usd)} (loss cap)</li>
        )}
        <li>a missing leg is completed or unwound for at most {formatBps(trade.repair_max_bps)} bps</li>
        {stops.length === 0 ? null : (
          <li>
            far stops at the venues:{' '}
            {stops.map((leg) => `${leg.venue} ${formatPx(leg.disaster_stop_price ?? undefined)}`).join(', ')}
          </li>
        )}
        <li>held for {formatAge(trade.max_hold_seconds * 1000)} at most</li>
      </ul>
    </section>
  );
}

/** What a question before a live order must name: both legs, the size, what is expected and what can be lost. */
export function LiveFacts({ trade, expectedUsd }: { trade: ArbExecution; expectedUsd: number | null }) {
  const lossBps = stopNetBps(trade);
  return (
    <ul className="tabular flex flex-col gap-1">
      {trade.legs.map((leg) => (
        <li key={leg.leg}>
          <b className="font-semibold text-fg1">{leg.side === 'BUY' ? 'Buy' : 'Sell'}</b> {trade.symbol} {leg.market} on{' '}
          {leg.venue} <ModeChip execution={leg.mode} />, limit {formatPx(leg.limit_price)}, taker fee{' '}
          {formatBps(leg.fee_bps)} bps
        </li>
      ))}
      <li>
        {formatUsd(trade.notional_usd)} per leg; expected {formatUsd(expectedUsd)} after all four fees.
      </li>
      {lossBps === null ? null : (
        <li>Worst case: closed at -{formatBps(lossBps)} bps net of the pair, or at the loss cap.</li>
      )}
    </ul>
  );
}
