import {
  buildArm,
  buildCandidate,
  buildCascade,
  buildDecisionRow,
  buildEngineView,
  buildLiquidation,
  buildSnipe,
  buildSniping,
  buildTrailing,
} from '../link/sniping-values.fixture.ts';
import { buildAccount } from '../link/trading-values.fixture.ts';
import type { TestApp } from './start-test-app.fixture.ts';

/** Fills the engine of a test with both sniping engines, stopped, and one of everything they show. */
export function fillTestSniping({ link }: TestApp): void {
  link.update(
    ['engine-run', 'pas-trader', buildEngineView('pas-trader')],
    ['engine-run', 'oraculis', buildEngineView('oraculis')],
    ['candidate', 'BTCUSDT|LONG', buildCandidate()],
    ['decision', 'd00000000001', buildDecisionRow()],
    ['arm', 'fade-15-35x25-post', buildArm()],
    ['snipe', 's00000000001', buildSnipe()],
    ['trailing', 'tp-1', buildTrailing()],
    ['cascade', 'BTCUSDT|LONG|7', buildCascade()],
    ['liquidation', '1', buildLiquidation()],
    ['sniping', 'state', buildSniping()],
  );
}

/** Gives a venue a saved key whose account is connected. */
export async function connectTestVenue({ link, connections }: TestApp, venue: 'BINANCE' | 'BYBIT'): Promise<void> {
  const key = { apiKey: `${venue}-key-0001`, apiSecret: 'secret-00000001', passphrase: null };
  await connections.takeSimulatorKeys({ [venue]: key });
  const keySavedMs = connections.rowOf(venue)?.createdMs ?? null;
  link.update(['account', `${venue}:live`, buildAccount(venue, 'live', { keySavedMs })]);
}
