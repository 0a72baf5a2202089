export interface Candle {
  /** Epoch seconds of its opening. */
  readonly timestamp: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** In base units; null while it is not known. */
  readonly volume: number | null;
}

/** A horizontal line at a price: entry, stop, target. */
export interface ChartLine {
  readonly id: string;
  readonly price: number;
  readonly label: string;
  /** One of the tokens, e.g. --down. */
  readonly token: string;
}

/** An arrow at the candle in which something was bought or sold. */
export interface ChartFill {
  readonly id: string;
  /** Epoch seconds of the opening of its candle. */
  readonly candleS: number;
  readonly side: 'buy' | 'sell';
  readonly label: string;
}
