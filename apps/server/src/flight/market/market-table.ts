import { marketOf, type Instrument, type InstrumentId, type Market, type Venue } from '@riptide/core/domain';

/** An instrument as a segment lists it: what its rows are about, and the units of their numbers. Stays readable: fields are added only. */
export interface TableInstrument {
  readonly id: InstrumentId;
  readonly venue: Venue;
  readonly market: Market | null;
  readonly symbol: string;
  /** Price step and quantity step, per base unit. */
  readonly pxUnit: number;
  readonly qtyUnit: number;
}

/** The first block of a segment. */
export interface MarketTable {
  readonly startedMs: number;
  /** In the order of their `ix`. */
  readonly instruments: readonly TableInstrument[];
}

export function tableInstrument(instrument: Instrument): TableInstrument {
  const { id, venue, kind, symbol, pxTick, pxDivisor, qtyStep, qtyScale } = instrument;
  return {
    id,
    venue,
    market: marketOf(kind),
    symbol,
    pxUnit: Number(pxTick) / pxDivisor,
    qtyUnit: Number(qtyStep) * qtyScale,
  };
}
