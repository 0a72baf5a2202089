import {
  getAuditEvents,
  getConnections,
  getEgressIp,
  getExecution,
  getSelfcheck,
  type ConnectionStatus,
  type RouteOutput,
} from '@riptide/contracts/calls';
import { FakeServer } from '../../shared/fake-server.fixture.tsx';
import type { KeyTest } from './model/key-test.ts';

/** A venue with a key that is in use. */
export function buildStatus(more: Partial<ConnectionStatus> = {}): ConnectionStatus {
  return {
    enabled: true,
    api_key_configured: true,
    api_secret_configured: true,
    api_key_masked: 'AbCd…wXyZ',
    connected: true,
    last_test_at: 1_800_000_000,
    hasKeys: true,
    hasFuturesPermission: true,
    hasSpotPermission: true,
    source: 'operator',
    reason: null,
    balance_usd: 10_000,
    scopes: { spot: true, futures: true },
    key: null,
    ...more,
  };
}

/** A venue without a key. */
export const NO_KEY = buildStatus({
  api_key_configured: false,
  api_secret_configured: false,
  api_key_masked: null,
  connected: false,
  last_test_at: null,
  hasKeys: false,
  hasFuturesPermission: null,
  hasSpotPermission: null,
  source: null,
  reason: 'No API keys saved',
  balance_usd: null,
  scopes: null,
});

/** A test that passed for both scopes. */
export function buildTest(more: Partial<KeyTest> = {}): KeyTest {
  return {
    ok: true,
    exchange: 'BYBIT',
    spot_ok: true,
    futures_ok: true,
    detail: 'trade',
    error: null,
    code: null,
    venue_code: null,
    venue_said: null,
    can_withdraw: false,
    warning: null,
    ip_restricted: true,
    read_only: false,
    expires_at: null,
    clock_offset_ms: 12,
    position_mode: 'one-way',
    tested_at: 1_800_000_000,
    ...more,
  };
}

type Venues = RouteOutput<typeof getConnections>['venues'];

/** A server with the keys given; venues left out have none. */
export function serveKeys(venues: Partial<Venues> = {}): FakeServer {
  return new FakeServer()
    .on(getConnections, {
      ok: true,
      venues: { BINANCE: NO_KEY, BYBIT: NO_KEY, OKX: NO_KEY, KUCOIN: NO_KEY, ...venues },
      updated_at: 1_800_000_000,
    })
    .on(getExecution, {
      ok: true,
      market: 'live',
      execution: 'live',
      venues: [
        { venue: 'BINANCE', mode: 'paper' },
        { venue: 'BYBIT', mode: 'paper' },
        { venue: 'OKX', mode: 'live' },
        { venue: 'KUCOIN', mode: 'paper' },
      ],
    })
    .on(getEgressIp, { ok: true, egress_ip: '203.0.113.7', reason: null })
    .on(getSelfcheck, {
      ok: true,
      server_ip: '192.0.2.2',
      outbound_ip: null,
      reason: 'no network',
      database: true,
      engine: true,
    })
    .on(getAuditEvents, { ok: true, rows: [], total: 0, next_before: null } as never);
}
