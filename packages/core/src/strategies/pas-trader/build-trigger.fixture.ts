import type { LiquidatedSide, RadarReading, SnipeMarket } from '../../domain/index.ts';
import { DEFAULT_PAS_SETTINGS, type PasSettings } from './pas-settings.ts';
import { flowSign } from './trade-side.ts';
import type { TriggerFacts, TriggerInput } from './trigger-facts.ts';

export const NOW_MS = 1_900_000_000_000;
const HOUR_MS = 3_600_000;

export interface TriggerOver {
  readonly reading?: Partial<RadarReading>;
  readonly market?: Partial<SnipeMarket>;
  readonly settings?: Partial<PasSettings>;
  readonly facts?: Partial<TriggerFacts>;
}

/** Builds a trigger that every gate lets through: DOGEUSDT, the mid 60 bps from the VWAP on the side to which the flow pushed. */
export function buildTrigger(over: TriggerOver = {}, liquidatedSide: LiquidatedSide = 'LONG'): TriggerInput {
  return {
    reading: { ...buildReading(liquidatedSide), ...over.reading },
    market: { ...buildMarket(liquidatedSide), ...over.market },
    settings: { ...DEFAULT_PAS_SETTINGS, ...over.settings },
    facts: { ...buildFacts(), ...over.facts },
  };
}

export function buildReading(liquidatedSide: LiquidatedSide): RadarReading {
  return {
    symbol: 'DOGEUSDT',
    liquidatedSide,
    atMs: NOW_MS,
    windowMs: 60_000,
    windowUsd: 100_000,
    windowCount: 4,
    firstMs: NOW_MS - 3_000,
    isLowerBound: false,
    eventUsd: 20_000,
    eventIds: ['a', 'b', 'c', 'd'],
    windowP95Usd: 50_000,
    windowP97Usd: 70_000,
    eventP95Usd: 30_000,
    samples: 400,
    flow30Usd: flowSign(liquidatedSide) * 100_000,
    flow120Usd: flowSign(liquidatedSide) * 100_000,
    flow300Usd: flowSign(liquidatedSide) * 120_000,
    cascade: {
      clusterId: '7',
      startedMs: NOW_MS - 3_000,
      lastMs: NOW_MS,
      events: 4,
      usd: 100_000,
      usdPerS: 33_000,
      venues: ['BINANCE', 'BYBIT'],
      leadVenue: 'BYBIT',
      leadMs: 120,
      isRunning: true,
    },
  };
}

function buildMarket(liquidatedSide: LiquidatedSide): SnipeMarket {
  return {
    instrumentId: 'DOGEUSDT.PERP.BINANCE',
    venue: 'BINANCE',
    symbol: 'DOGEUSDT',
    bidPx: 99.99,
    askPx: 100.01,
    midPx: 100,
    markPx: 100,
    bookAgeMs: 20,
    vwapPx: 100 / (1 + (flowSign(liquidatedSide) * 60) / 1e4),
    vwapAgeMs: 300,
    vwapMinutes: 100,
    bidDepthUsd: 300_000,
    askDepthUsd: 100_000,
    volatilityBps: 8,
    fundingRateFrac: 0.0001,
    nextFundingMs: NOW_MS + 2 * HOUR_MS,
    dayChangeFrac: -0.04,
    dayQuoteVolume: 900_000_000,
    listedDays: 1_200,
    delayMs: 4,
  };
}

function buildFacts(): TriggerFacts {
  return {
    nowMs: NOW_MS,
    isEngineRunning: true,
    killLevel: 0,
    cooldownUntilMs: 0,
    standing: null,
    openSnipes: 0,
    exposureUsd: 0,
    freeUsd: 10_000,
    equityUsd: 10_000,
    minNotionalUsd: 5,
    fees: { makerBps: 2, takerBps: 5, source: 'base tier' },
    maintenanceFrac: 0.01,
    fundingIntervalMs: 8 * HOUR_MS,
    verdict: { ok: true, detail: 'paper needs none' },
  };
}
