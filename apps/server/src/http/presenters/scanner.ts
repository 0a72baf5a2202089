import type { ArbitrageMetrics, ArbitrageState } from '@riptide/contracts';
import type { Venue } from '@riptide/core/domain';
import type { EngineLink } from '../../link/engine-link.ts';
import type { LinkScanner, LinkVenue } from '../../link/link-contract.ts';
import { leadingMode } from './accounts.ts';
import { arbitrageView, executionPolicies, leadingFigures, presentExecutor } from './arbitrage.ts';
import { shownOrNull } from './money.ts';
import { known, roundedOrNull, toEpochSecondsOrNull } from './numbers.ts';
import { engineSilence } from './engine-silence.ts';
import type { Moment } from './moment.ts';
import { isHeard, venueVerdict } from './venue-status.ts';

const DEFAULT_ASSETS = ['BTC', 'ETH', 'DOGE'] as const;
const MAX_POSITION_PCT = 15;
const CONFIDENCE_THRESHOLD = 0.6;
const USD_DIGITS = 4;

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
  const figures = leadingFigures(link);
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
      executed_trades: figures?.trades ?? 0,
      total_profit_usd: shownOrNull(figures?.netUsd, USD_DIGITS),
      success_rate: roundedOrNull(figures?.successPct, 4),
      started_at: toEpochSecondsOrNull(scanner.startedMs),
      stopped_at: toEpochSecondsOrNull(scanner.stoppedMs),
    },
    execution_policies: executionPolicies(link),
    executor: presentExecutor(link),
  };
}

/** Returns the figures of the arbitrage engine, of the mode whose results are shown; null while it has not told of them. */
export function presentMetrics(link: EngineLink): ArbitrageMetrics {
  const scanner = link.values('scanner').get('state');
  const view = arbitrageView(link);
  const figures = leadingFigures(link);
  return {
    total_pnl: shownOrNull(figures?.netUsd, USD_DIGITS),
    success_rate: roundedOrNull(figures?.successPct, 4),
    opportunities_found: known(scanner?.foundTotal),
    executed_today: figures?.executedToday ?? null,
    mode: figures === null ? null : leadingMode(link),
    seen:
      view === null
        ? null
        : {
            found: view.seen.found,
            entry_positive: view.seen.entryPositive,
            round_trip_positive: view.seen.roundTripPositive,
          },
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
  return venue !== undefined && isHeard(venueVerdict(link, venue, moment));
}

function assetsOf(link: EngineLink, venues: readonly Venue[]): string[] {
  const assets = new Set<string>();
  for (const instrument of link.values('instrument').values()) {
    if (venues.includes(instrument.venue)) assets.add(instrument.symbol.replace(/USDT$/, ''));
  }
  return [...assets].sort();
}
