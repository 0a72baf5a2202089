import type { Venue } from '@riptide/core/domain';
import type { LegView, OpportunityView } from '@riptide/core/engine';
import type { LinkInstrument, LinkScanner, LinkVenue } from './link-contract.ts';

/** Builders of link values for tests: a plausible whole, of which a test changes what it is about. */

export function buildInstrument(more: Partial<LinkInstrument> = {}): LinkInstrument {
  return {
    id: 'BTCUSDT.PERP.BINANCE',
    venue: 'BINANCE',
    market: 'perp',
    symbol: 'BTCUSDT',
    pxTick: 0.1,
    bidPx: 64_000,
    askPx: 64_000.1,
    lastPx: 64_000.1,
    markPx: 64_000.05,
    fundingRateFrac: 0.0001,
    fundingIntervalHours: 8,
    nextFundingMs: 1_800_014_400_000,
    changeFrac: -0.0123,
    volumeQuote: 1_234_567.891,
    recvMs: 1_800_000_000_000,
    bookMs: 1_800_000_000_000,
    isBookLive: true,
    bookResetReason: null,
    ...more,
  };
}

export function buildVenue(venue: Venue, more: Partial<LinkVenue> = {}): LinkVenue {
  return {
    venue,
    phase: 'live',
    phaseReason: null,
    feed: {
      venue,
      connections: [
        {
          name: `${venue.toLowerCase()}-perp-public-1`,
          state: 'open',
          sinceMs: 1_800_000_000_000,
          topicsConfirmed: 10,
          topicsPending: 0,
          topicsRejected: 0,
          reconnects: 0,
          frames: 1_000,
          bytes: 100_000,
          lastDataMs: 1_800_000_000_000,
          lastPongMs: null,
          pingMs: 1.5,
          lastCloseReason: null,
        },
      ],
      decode: {
        fast: 990,
        keyed: 5,
        slow: 5,
        control: 3,
        malformed: 0,
        unknown: 0,
        stale: 0,
        gaps: 0,
        resyncs: 0,
        offTick: 0,
      },
    },
    spotCount: 1,
    perpCount: 1,
    booksLive: 2,
    booksTotal: 2,
    crossed: 0,
    latencyMs: 3.25,
    clockOffsetMs: 0.5,
    framesPerSecond: 250,
    queueOverflow: 0,
    quoteChecks: 100,
    quoteMismatches: 0,
    fees: { spot: { makerBps: 10, takerBps: 10 }, perp: { makerBps: 2, takerBps: 5 }, source: 'tier' },
    ...more,
  };
}

export function buildScanner(more: Partial<LinkScanner> = {}): LinkScanner {
  return {
    isScanning: true,
    venues: ['BINANCE', 'BYBIT'],
    minEntryNetBps: 1,
    maxPositionUsd: 1_000,
    pairs: 12,
    bestEntryNetBps: 3.2,
    bestGrossBps: 14.7,
    foundTotal: 7,
    sessionName: 'Default Arbitrage Session',
    startedMs: 1_800_000_000_000,
    stoppedMs: null,
    ...more,
  };
}

function buildLeg(more: Partial<LegView>): LegView {
  return {
    id: 'BTCUSDT.PERP.BINANCE',
    venue: 'BINANCE',
    market: 'perp',
    side: 'BUY',
    vwapPx: 64_000,
    bestPx: 64_000,
    feeBps: 5,
    feeSource: 'tier',
    slippageBps: 0.1,
    bookAgeMs: 12,
    bookMs: 1_800_000_000_000 - 12,
    fundingRateFrac: 0.0001,
    fundingIntervalHours: 8,
    nextFundingMs: 1_800_014_400_000,
    ...more,
  };
}

export function buildOpportunity(more: Partial<OpportunityView> = {}): OpportunityView {
  return {
    id: 'BTCUSDT.PERP.BINANCE>BTCUSDT.PERP.BYBIT',
    symbol: 'BTCUSDT',
    asset: 'BTC',
    mode: 'futures-futures',
    buy: buildLeg({}),
    sell: buildLeg({ id: 'BTCUSDT.PERP.BYBIT', venue: 'BYBIT', side: 'SELL', vwapPx: 64_100, bestPx: 64_101 }),
    qtyBase: 0.0156,
    sizeFrac: 1,
    notionalUsd: 999.2,
    grossBps: 15.6128,
    latencyReserveBps: 0.5,
    entryNetBps: 4.6128,
    exitSpreadBps: null,
    exitSpreadSamples: 12,
    roundTripNetBps: null,
    fundingBps: null,
    borrowBps: 0,
    learnedCostBps: null,
    fillProbability: null,
    learnedNetBps: null,
    expectedUsd: 0.46,
    capacityUsd: 25_000,
    confidence: 0.75,
    aliveSinceMs: 1_799_999_998_000,
    aliveP50Ms: 3_200,
    crossingsPerHour: 6,
    computedMs: 1_800_000_000_000,
    policy: 'executable',
    policyReason: null,
    nearestMiss: null,
    ...more,
  };
}
