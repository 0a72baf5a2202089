import type { ArbitrageMetrics, ArbitrageState, ExecutionPolicies } from '@riptide/contracts';
import type { Venue } from '@riptide/core/domain';
import type { EngineLink } from '../../link/engine-link.ts';
import type { LinkScanner, LinkVenue } from '../../link/link-contract.ts';
import { known, roundedOrNull, toEpochSecondsOrNull } from './numbers.ts';
import { engineSilence } from './engine-silence.ts';
import type { Moment } from './moment.ts';
import { venueVerdict } from './venue-status.ts';

const DEFAULT_ASSETS = ['BTC', 'ETH', 'DOGE'] as const;
const MAX_POSITION_PCT = 15;
const CONFIDENCE_THRESHOLD = 0.6;

/** What the platform does with an opportunity of each mode. Spot can't be sold short here yet, so those are only evaluated. */
export const EXECUTION_POLICIES: ExecutionPolicies = {
  futures_futures_executable: true,
  spot_futures_evaluating: true,
  spot_futures_executable: false,
  spot_futures_crossvenue_evaluating: true,
};

const NEVER_HEARD: LinkScanner = {
  isScanning: false,
  venues: [],
  minEntryNetBps: 20,
  maxPositionUsd: 1_000,
  pairs: 0,
  bestEntryNetBps: null,
  bestGrossBps: null,
  foundTotal: 0,
  sessionName: 'Default Arbitrage Session',
  startedMs: null,
  stoppedMs: null,
};

/** Returns the scanner and its session as the API shows them. While the engine is away the session stays as last known. */
export function presentScanner(link: EngineLink, moment: Moment): ArbitrageState {
  const scanner = link.values('scanner').get('state') ?? NEVER_HEARD;
  const isScanning = scanner.isScanning && link.isConnected;
  return {
    scanning: isScanning,
    venues: [...chosenVenues(scanner)],
    reason: reasonOf(link, scanner, moment),
    pairs: scanner.isScanning ? scanner.pairs : 0,
    best_entry_net_bps: isScanning ? roundedOrNull(scanner.bestEntryNetBps, 4) : null,
    best_gross_bps: isScanning ? roundedOrNull(scanner.bestGrossBps, 4) : null,
    session: {
      id: 1,
      session_name: scanner.sessionName,
      exchanges: scanner.venues.map((venue) => venue.toLowerCase()),
      assets: scanner.startedMs === null ? [...DEFAULT_ASSETS] : assetsOf(link, scanner.venues),
      min_spread_bps: scanner.minEntryNetBps,
      max_position_pct: MAX_POSITION_PCT,
      max_position_usd: scanner.maxPositionUsd,
      ai_enabled: true,
      confidence_threshold: CONFIDENCE_THRESHOLD,
      is_active: scanner.isScanning,
      total_opportunities: scanner.foundTotal,
      executed_trades: 0,
      total_profit_usd: null,
      success_rate: null,
      started_at: toEpochSecondsOrNull(scanner.startedMs),
      stopped_at: toEpochSecondsOrNull(scanner.stoppedMs),
    },
    execution_policies: EXECUTION_POLICIES,
  };
}

/** Returns the figures of the arbitrage engine; nothing is executed yet, so PnL and success are unknown. */
export function presentMetrics(link: EngineLink): ArbitrageMetrics {
  const scanner = link.values('scanner').get('state');
  return {
    total_pnl: null,
    success_rate: null,
    opportunities_found: known(scanner?.foundTotal),
    executed_today: scanner === undefined ? null : 0,
  };
}

/** Returns the venues somebody chose; a session that was never started has none. */
export function chosenVenues(scanner: LinkScanner | undefined): readonly Venue[] {
  return scanner === undefined || scanner.startedMs === null ? [] : scanner.venues;
}

function reasonOf(link: EngineLink, scanner: LinkScanner, moment: Moment): string | null {
  const silence = engineSilence(link);
  if (silence !== null) return silence;
  if (!scanner.isScanning) return 'Stopped';
  const states = scanner.venues.map((venue) => [venue, link.values('venue').get(venue)] as const);
  const missing = states.filter(([, venue]) => !isUsable(link, venue, moment)).map(([name]) => name);
  if (missing.length === 0) return null;
  const left = scanner.venues.length - missing.length;
  const names = missing.join(', ');
  return left < 2 ? `Waiting for ${names}: a comparison needs two connected venues` : `Without ${names}: not connected`;
}

function isUsable(link: EngineLink, venue: LinkVenue | undefined, moment: Moment): boolean {
  const status = venue === undefined ? 'connecting' : venueVerdict(link, venue, moment).status;
  return status === 'ok' || status === 'slow';
}

function assetsOf(link: EngineLink, venues: readonly Venue[]): string[] {
  const assets = new Set<string>();
  for (const instrument of link.values('instrument').values()) {
    if (venues.includes(instrument.venue)) assets.add(instrument.symbol.replace(/USDT$/, ''));
  }
  return [...assets].sort();
}
