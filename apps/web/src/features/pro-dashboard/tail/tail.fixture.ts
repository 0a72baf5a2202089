import type { AuditEvent, AuditTrade } from '@riptide/contracts/calls';
import type { SseEvent } from '../../../lib/sse-parser.ts';
import type { TailItem } from './model/tail-rows.ts';

export const AT_S = 1_700_000_000;

export function buildTrade(id: number, more: Partial<AuditTrade> = {}): Extract<TailItem, { kind: 'trade' }> {
  return {
    kind: 'trade',
    id,
    created_ts: AT_S + id / 1000,
    symbol: 'SOLUSDT',
    venues: ['BYBIT'],
    payload: {
      intent: { source: 'carry', role: 'exit', side: 'SELL', type: 'limit', qtyBase: '42', px: '142.8' },
      gates: [{ gate: 'kill-switch', ok: true, detail: 'released' }],
    },
    result: { status: 'sent', orders: [{ status: 'filled', filled_qty: '42', avg_price: '142.86', reason: null }] },
    ...more,
  };
}

export function buildEvent(id: number, more: Partial<AuditEvent> = {}): Extract<TailItem, { kind: 'event' }> {
  return {
    kind: 'event',
    id,
    created_ts: AT_S + id / 1000,
    event: 'latency_high',
    severity: 'WARN',
    symbol: null,
    venues: ['KUCOIN'],
    payload: { text: 'latency 212 ms' },
    ...more,
  };
}

/** An item as the stream sends it; a ping ends what is filled in. */
export function sse(
  item: TailItem | { kind: 'ping' } | { kind: 'gap'; after_ts: number | null },
  id: string | null = null,
): SseEvent {
  return { event: item.kind, data: JSON.stringify({ ts: AT_S, ...item }), id };
}
