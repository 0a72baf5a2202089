import type { Venue } from '@riptide/core/domain';
import { binanceDecoding } from '@riptide/venues/binance';
import { bybitDecoding } from '@riptide/venues/bybit';
import type { VenueDecoding } from '@riptide/venues/kit';
import { kucoinDecoding } from '@riptide/venues/kucoin';
import { okxDecoding } from '@riptide/venues/okx';

export const DECODINGS: Readonly<Record<Venue, VenueDecoding>> = {
  BINANCE: binanceDecoding,
  BYBIT: bybitDecoding,
  OKX: okxDecoding,
  KUCOIN: kucoinDecoding,
};
