import { getAuditEvents, getAuditTrades, type AuditTrade, type AuditTradeRow } from '@riptide/contracts/calls';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useRuntime, type Runtime } from '../../../lib/runtime.tsx';
import { AuditTail, type TailState } from './model/audit-tail.ts';
import type { TailItem } from './model/tail-rows.ts';
import type { TailSearch, TailTaste } from './model/tail-search.ts';

/** Rows of each kind that the list begins with. */
const FIRST_ROWS = 50;

/** Follows the audit while the panel is shown. */
export function useAuditTail({ kind, symbol, severity, cap }: TailSearch): { tail: AuditTail; state: TailState } {
  const { readEvents, clock, call } = useRuntime();
  const [tail] = useState(
    () =>
      new AuditTail(
        { readEvents, clock, loadNewest: (taste, signal) => loadNewest(call, taste, signal) },
        { kind, symbol, severity },
        cap,
      ),
  );
  const state = useSyncExternalStore(tail.subscribe, tail.getState);
  useEffect(() => {
    tail.setTaste({ kind, symbol, severity });
  }, [tail, kind, symbol, severity]);
  useEffect(() => tail.setCap(cap), [tail, cap]);
  useEffect(() => {
    tail.start();
    return () => tail.stop();
  }, [tail]);
  return { tail, state };
}

async function loadNewest(call: Runtime['call'], taste: TailTaste, signal: AbortSignal): Promise<readonly TailItem[]> {
  const { kind, symbol, severity } = taste;
  const query = { limit: FIRST_ROWS, ...(symbol === '' ? {} : { symbol }) };
  const [trades, events] = await Promise.all([
    kind === 'events' ? null : call(getAuditTrades, { query }, signal),
    kind === 'trades' ? null : call(getAuditEvents, { query: { ...query, severity_min: severity } }, signal),
  ]);
  return [
    ...(trades?.rows ?? []).map((row): TailItem => ({ kind: 'trade', ...asStreamed(row) })),
    ...(events?.rows ?? []).map((row): TailItem => ({ kind: 'event', ...row })),
  ];
}

/** A list tells more of a trade than the stream; rows of both must compare alike. */
function asStreamed({ fees: _fees, position: _position, net_usd: _net, ...row }: AuditTradeRow): AuditTrade {
  return row;
}
