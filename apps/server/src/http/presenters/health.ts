import type { Health, VenueHealth } from '@riptide/contracts';
import type { ConnectionStatus } from '@riptide/core/domain';
import type { RiskBlock } from '@riptide/core/risk';
import type { EngineLink } from '../../link/engine-link.ts';
import type { LinkEngine, LinkVenue } from '../../link/link-contract.ts';
import { tradingState } from './accounts.ts';
import { arbitrageView } from './arbitrage.ts';
import { presentLearningAgents } from './learning-agents.ts';
import { rounded, roundedOrNull, toEpochSeconds, toEpochSecondsOrNull } from './numbers.ts';
import type { Moment } from './moment.ts';
import { clockOffsetMs, dataSilenceMs, feedDelayMs, isHeard, venueVerdict } from './venue-status.ts';

/** Longer silence than this is no rate. */
const RATE_SILENCE_MS = 2_000;

/** What health has to know beyond the engine's state. */
export interface HealthFacts {
  readonly version: string;
  readonly market: Health['market'];
  readonly execution: Health['execution'];
  readonly startedMs: number;
  engineRestarts(): number;
}

/** Returns how every part stands. The platform is healthy while the engine answers, a venue delivers, no position or arbitrage stands as it should not, and nothing refuses new risk whatever is asked for. */
export function presentHealth(link: EngineLink, facts: HealthFacts, nowMs: number): Omit<Health, 'ok'> {
  const moment = { nowMs, isReplay: facts.market === 'replay' };
  const venues = [...link.values('venue').values()].map((venue) => presentVenue(venue, link, moment));
  const engine = link.values('engine').get('state');
  const darkBooks = link.isConnected ? (tradingState(link)?.darkBooks ?? []) : [];
  const isDelivering = venues.some(isHeard);
  const troubles = link.isConnected ? (arbitrageView(link)?.troubles ?? []) : [];
  const history = engine?.history;
  const isFolding = !link.isConnected || history === undefined || history.reason === null;
  const blocks = riskBlocksOf(link);
  const faults = [
    ...(link.isConnected ? [] : ['the engine does not answer']),
    ...(isFolding ? [] : [`records do not reach the database: ${history.reason} (${history.behind} behind)`]),
    ...(isDelivering ? [] : ['no venue delivers market data']),
    ...darkBooks.map(({ venue, symbol }) => `the book of ${symbol} at ${venue} is not live, and a position needs it`),
    ...troubles.map(({ text }) => text),
    ...blocks.filter(({ severity }) => severity === 'fault').map(blockText),
  ];
  const halts = [
    ...blocks.filter(({ severity }) => severity === 'halt').map(blockText),
    ...recorderHalts(link.isConnected ? engine : undefined),
  ];
  return {
    overall_status: faults.length > 0 ? 'unhealthy' : halts.length > 0 ? 'degraded' : 'healthy',
    uptime_seconds: rounded((nowMs - facts.startedMs) / 1_000, 3),
    version: facts.version,
    learning_agents: presentLearningAgents(link),
    market: facts.market,
    execution: facts.execution,
    engine: {
      connected: link.isConnected,
      uptime_seconds: engine === undefined || !link.isConnected ? null : rounded((nowMs - engine.startedMs) / 1_000, 3),
      restarts: facts.engineRestarts(),
      symbols: engine?.symbols ?? null,
      books: engine?.books ?? null,
    },
    venues,
    reasons: [...faults, ...halts],
    risk_blocks: blocks.map(({ gate, venue, mode, severity, text }) => ({ gate, venue, mode, severity, text })),
    arbitrage_troubles: troubles.map(({ arbId, symbol, sinceMs, text }) => ({
      execution_id: arbId,
      symbol,
      since: toEpochSeconds(sinceMs),
      text,
    })),
    dark_books: darkBooks.map(({ venue, symbol, instrumentId, sinceMs, follows }) => ({
      venue,
      symbol,
      instrument_id: instrumentId,
      since: toEpochSeconds(sinceMs),
      follows,
    })),
  };
}

/** What is not known of an engine that does not answer is no block: that it does not answer is a reason by itself. */
function riskBlocksOf(link: EngineLink): readonly RiskBlock[] {
  if (!link.isConnected) return [];
  return [...(tradingState(link)?.blocks ?? []), ...(arbitrageView(link)?.blocks ?? [])];
}

/** Nothing that trades depends on it; what happens meanwhile can't be looked at later. */
function recorderHalts(engine: LinkEngine | undefined): readonly string[] {
  const reason = engine?.flight?.reason ?? null;
  return reason === null ? [] : [`the flight recorder keeps no market: ${reason}`];
}

function blockText({ gate, venue, mode, text }: RiskBlock): string {
  const place = venue === null ? '' : ` at ${venue}`;
  return `new risk is refused${place}${mode === null ? '' : ` in ${mode}`}: ${gate}: ${text}`;
}

function presentVenue(venue: LinkVenue, link: EngineLink, moment: Moment): VenueHealth {
  const verdict = venueVerdict(link, venue, moment);
  const isSilent = !link.isConnected || (dataSilenceMs(venue, moment.nowMs) ?? 0) > RATE_SILENCE_MS;
  const decode = venue.feed?.decode;
  return {
    venue: venue.venue,
    ...verdict,
    books_live: venue.booksLive,
    books_total: venue.booksTotal,
    frames_per_second: isSilent ? 0 : roundedOrNull(venue.framesPerSecond, 1),
    latency_ms: feedDelayMs(venue, verdict),
    clock_offset_ms: clockOffsetMs(venue, verdict),
    connections: (venue.feed?.connections ?? []).map(presentConnection),
    counters: {
      fast: decode?.fast ?? 0,
      keyed: decode?.keyed ?? 0,
      slow: decode?.slow ?? 0,
      control: decode?.control ?? 0,
      malformed: decode?.malformed ?? 0,
      unknown: decode?.unknown ?? 0,
      stale: decode?.stale ?? 0,
      gaps: decode?.gaps ?? 0,
      resyncs: decode?.resyncs ?? 0,
      off_tick: decode?.offTick ?? 0,
      crossed: venue.crossed,
      queue_overflow: venue.queueOverflow,
      far_levels: decode?.farLevels ?? 0,
    },
  };
}

function presentConnection(connection: ConnectionStatus): VenueHealth['connections'][number] {
  return {
    name: connection.name,
    state: connection.state,
    since: toEpochSeconds(connection.sinceMs),
    topics_confirmed: connection.topicsConfirmed,
    topics_pending: connection.topicsPending,
    topics_rejected: connection.topicsRejected,
    reconnects: connection.reconnects,
    frames: connection.frames,
    last_data_at: toEpochSecondsOrNull(connection.lastDataMs),
    ping_ms: roundedOrNull(connection.pingMs, 2),
    last_close_reason: connection.lastCloseReason,
  };
}
