import { parseDecimal, type Decimal } from '@riptide/core/domain';
import { stepsOf } from '../../server/steps-of.ts';
import type { BinanceListing, BinanceProduct } from '../binance-product.ts';
import { BinanceRefusal } from '../binance-refusal.ts';
import { illegal, missing } from './binance-auth.ts';
import { binanceRefusalOf } from './binance-refusals.ts';

const DECIMAL_PATTERN = '^([0-9]{1,20})(\\.[0-9]{1,20})?$';
const CLIENT_ID = {
  spot: '^[a-zA-Z0-9-_]{1,36}$',
  usdm: '^[\\.A-Z\\:/a-z0-9_-]{1,36}$',
} as const;

/** Reads the parameters of one call and keeps the first refusal; readers return null from then on where they found nothing. */
export class BinanceParams {
  /** What is wrong with the parameters read so far. */
  refusal: BinanceRefusal | null = null;
  private readonly params: URLSearchParams;
  private readonly product: BinanceProduct;

  constructor(params: URLSearchParams, product: BinanceProduct) {
    this.params = params;
    this.product = product;
  }

  /** Keeps a refusal unless there is one already. */
  refuse(refusal: BinanceRefusal): null {
    this.refusal ??= refusal;
    return null;
  }

  /** Null when absent or empty. */
  text(name: string): string | null {
    const value = this.params.get(name);
    return value === null || value === '' ? null : value;
  }

  listing(): BinanceListing | null {
    const symbol = this.text('symbol');
    if (symbol === null) return this.refuse(missing('symbol'));
    return this.product.byWireSymbol.get(symbol) ?? this.refuse(binanceRefusalOf(this.product.kind, 'unknown-symbol'));
  }

  /** The listing named, or null when none is; an unknown name is refused. */
  optionalListing(): BinanceListing | null {
    return this.text('symbol') === null ? null : this.listing();
  }

  /** Reads one of a closed list of words. */
  choice<T>(name: string, words: Readonly<Record<string, T>>, refusal: BinanceRefusal): T | null {
    const value = this.text(name);
    if (value === null) return this.refuse(missing(name));
    return words[value] ?? this.refuse(refusal);
  }

  flag(name: string): boolean {
    const value = this.text(name)?.toLowerCase() ?? 'false';
    if (value !== 'true' && value !== 'false') this.refuse(invalidData(name));
    return value === 'true';
  }

  /** A decimal number; null when absent. */
  amount(name: string): Decimal | null {
    const value = this.text(name);
    if (value === null) return null;
    if (!new RegExp(DECIMAL_PATTERN).test(value)) return this.refuse(illegal(name, DECIMAL_PATTERN));
    return parseDecimal(value);
  }

  /** A whole number; null when absent. */
  whole(name: string): number | null {
    const value = this.text(name);
    if (value === null) return null;
    return /^\d{1,16}$/.test(value) ? Number(value) : this.refuse(illegal(name, '^[0-9]{1,20}$'));
  }

  /** A quantity in lots; refuses what isn't positive or stands between two steps. */
  lots(name: string, listing: BinanceListing): number | null {
    const amount = this.amount(name);
    if (amount === null) return this.refusal === null ? this.refuse(missing(name)) : null;
    const isSpot = this.product.kind === 'spot';
    if (amount.lte(0)) {
      const words = isSpot ? 'Invalid quantity.' : 'Quantity less than or equal to zero.';
      return this.refuse(new BinanceRefusal(isSpot ? -1013 : -4003, words));
    }
    const { instrument } = listing;
    if (isTooPrecise(amount, instrument.qtyDecimals)) return this.refuse(this.precision(name));
    return stepsOf(amount, instrument.qtyStep) ?? this.refuse(binanceRefusalOf(this.product.kind, 'qty-off-step'));
  }

  /** A price in ticks; refuses what isn't positive or stands between two ticks. */
  ticks(name: string, listing: BinanceListing): number | null {
    const amount = this.amount(name);
    if (amount === null) return this.refusal === null ? this.refuse(missing(name)) : null;
    const isSpot = this.product.kind === 'spot';
    if (amount.lte(0)) {
      return this.refuse(new BinanceRefusal(isSpot ? -1013 : -4001, isSpot ? 'Invalid price.' : 'Price less than 0.'));
    }
    const { instrument } = listing;
    if (isTooPrecise(amount, instrument.pxDecimals)) return this.refuse(this.precision(name));
    return stepsOf(amount, instrument.pxTick) ?? this.refuse(binanceRefusalOf(this.product.kind, 'px-off-tick'));
  }

  /** A client's own id; '' when absent. */
  clientId(name: string): string {
    const id = this.text(name) ?? '';
    const pattern = CLIENT_ID[this.product.kind];
    if (id !== '' && !new RegExp(pattern).test(id)) {
      this.refuse(
        this.product.kind === 'spot'
          ? illegal(name, pattern)
          : new BinanceRefusal(-4015, 'Client order id is not valid.'),
      );
    }
    return id;
  }

  private precision(name: string): BinanceRefusal {
    return this.product.kind === 'spot'
      ? new BinanceRefusal(-1111, `Parameter '${name}' has too much precision.`)
      : new BinanceRefusal(-1111, 'Precision is over the maximum defined for this asset.');
  }
}

/** Refuses a parameter whose value makes no sense. */
export function invalidData(name: string): BinanceRefusal {
  return new BinanceRefusal(-1130, `Data sent for parameter '${name}' is not valid.`);
}

/** Refuses a parameter that doesn't belong to this type of order. */
export function notRequired(name: string): BinanceRefusal {
  return new BinanceRefusal(-1106, `Parameter '${name}' sent when not required.`);
}

function isTooPrecise(amount: Decimal, decimals: number): boolean {
  return !amount
    .times(10 ** decimals)
    .mod(1)
    .eq(0);
}
