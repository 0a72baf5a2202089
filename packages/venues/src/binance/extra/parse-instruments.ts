import {
  instrumentId,
  type DecimalString,
  type EpochMs,
  type Instrument,
  type InstrumentKind,
  type PriceBand,
} from '@riptide/core/domain';
import type { BinanceProduct } from '../config.ts';
import { futuresKindOf } from '../enums.ts';
import { fromWireSymbol } from '../symbols.ts';
import { bandFields, downFrac, listOf, recordOf, upFrac } from '../../kit/index.ts';
import type { WireFilter, WireFundingInfo, WireSymbol } from '../rest/wire.ts';

/** Instruments of one product, and how many symbols were left out (other kinds, or filters that can't be read). */
export interface InstrumentReading {
  readonly instruments: readonly Instrument[];
  readonly skipped: number;
}

/** Funding interval of perps that `fundingInfo` does not list. */
const FUNDING_HOURS_DEFAULT = 8;

const DECIMAL = /^\d+(\.\d+)?$/;

/**
 * Reads `exchangeInfo`; null when the body is none.
 *
 * `fundingHours` is what `fundingInfo` said, by wire symbol; without it the interval of perps stays null.
 */
export function parseInstruments(
  product: BinanceProduct,
  body: unknown,
  fundingHours: ReadonlyMap<string, number> | null = null,
): InstrumentReading | null {
  const symbols = listOf(recordOf(body)?.['symbols']);
  if (symbols === null) return null;
  const instruments: Instrument[] = [];
  for (const symbol of symbols) {
    const wire = recordOf(symbol) as WireSymbol | null;
    const instrument = wire === null ? null : parseInstrument(product, wire, fundingHours);
    if (instrument !== null) instruments.push(instrument);
  }
  return { instruments, skipped: symbols.length - instruments.length };
}

/** Reads `fundingInfo` as hours by wire symbol; null when the body is no list. */
export function parseFundingHours(body: unknown): ReadonlyMap<string, number> | null {
  const rows = listOf(body);
  if (rows === null) return null;
  const hours = new Map<string, number>();
  for (const row of rows) {
    const { symbol, fundingIntervalHours } = (recordOf(row) ?? {}) as WireFundingInfo;
    if (typeof symbol === 'string' && typeof fundingIntervalHours === 'number') hours.set(symbol, fundingIntervalHours);
  }
  return hours;
}

function parseInstrument(
  product: BinanceProduct,
  wire: WireSymbol,
  fundingHours: ReadonlyMap<string, number> | null,
): Instrument | null {
  const { symbol: wireSymbol, baseAsset, quoteAsset } = wire;
  if (typeof wireSymbol !== 'string' || typeof baseAsset !== 'string' || typeof quoteAsset !== 'string') return null;
  const kind = kindOf(product, wire);
  const filters = filtersByType(listOf(wire.filters) ?? []);
  const steps = parseSteps(filters);
  if (kind === null || steps === null) return null;
  const names = fromWireSymbol(wireSymbol, baseAsset, quoteAsset);
  return {
    id: instrumentId(names.symbol, kind, 'BINANCE'),
    venue: 'BINANCE',
    kind,
    symbol: names.symbol,
    wireSymbol,
    baseAsset: names.baseAsset,
    quoteAsset,
    settleAsset: typeof wire.marginAsset === 'string' ? wire.marginAsset : quoteAsset,
    isInverse: false,
    qtyScale: names.multiplier,
    pxDivisor: names.multiplier,
    ...steps,
    isTrading: wire.status === 'TRADING' && wire.isSpotTradingAllowed !== false,
    listedMs: typeof wire.onboardDate === 'number' && wire.onboardDate > 0 ? (wire.onboardDate as EpochMs) : null,
    fundingIntervalHours: kind === 'perp' ? hoursOf(wireSymbol, fundingHours) : null,
    ...bandFields(parseBand(product, filters)),
  };
}

function hoursOf(wireSymbol: string, fundingHours: ReadonlyMap<string, number> | null): number | null {
  return fundingHours === null ? null : (fundingHours.get(wireSymbol) ?? FUNDING_HOURS_DEFAULT);
}

function kindOf(product: BinanceProduct, wire: WireSymbol): InstrumentKind | null {
  if (product === 'spot') return 'spot';
  return typeof wire.contractType === 'string' ? futuresKindOf(wire.contractType) : null;
}

type Steps = Pick<Instrument, 'pxTick' | 'qtyStep' | 'qtyMin' | 'qtyMax' | 'notionalMin'>;

type Filters = ReadonlyMap<unknown, WireFilter>;

function filtersByType(filters: readonly unknown[]): Filters {
  const byType = new Map<unknown, WireFilter>();
  for (const entry of filters) {
    const filter = recordOf(entry) as WireFilter | null;
    if (filter !== null) byType.set(filter.filterType, filter);
  }
  return byType;
}

/**
 * Spot bounds both sides both ways; USD-M bounds what a buy may pay and what a sale may take.
 *
 * @source docs/venues/binance.md, price bands
 */
function parseBand(product: BinanceProduct, filters: Filters): PriceBand {
  const sides = filters.get('PERCENT_PRICE_BY_SIDE');
  const both = filters.get('PERCENT_PRICE');
  const isSpot = product === 'spot';
  return {
    buyUpFrac: upFrac(sides?.bidMultiplierUp ?? both?.multiplierUp),
    buyDownFrac: isSpot ? downFrac(sides?.bidMultiplierDown ?? both?.multiplierDown) : null,
    sellUpFrac: isSpot ? upFrac(sides?.askMultiplierUp ?? both?.multiplierUp) : null,
    sellDownFrac: downFrac(sides?.askMultiplierDown ?? both?.multiplierDown),
  };
}

/** Steps come from the filters alone: `pricePrecision` and `quantityPrecision` are display hints and often differ. */
function parseSteps(byType: Filters): Steps | null {
  const lot = byType.get('LOT_SIZE');
  const pxTick = decimalText(byType.get('PRICE_FILTER')?.tickSize);
  const qtyStep = decimalText(lot?.stepSize);
  if (pxTick === null || qtyStep === null || Number(pxTick) === 0 || Number(qtyStep) === 0) return null;
  const notional = byType.get('NOTIONAL') ?? byType.get('MIN_NOTIONAL');
  return {
    pxTick,
    qtyStep,
    qtyMin: decimalText(lot?.minQty) ?? qtyStep,
    qtyMax: decimalText(lot?.maxQty),
    notionalMin: decimalText(notional?.minNotional ?? notional?.notional),
  };
}

/** Returns a plain decimal without zeros at its end; null for anything else. */
function decimalText(text: unknown): DecimalString | null {
  if (typeof text !== 'string' || !DECIMAL.test(text)) return null;
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}
