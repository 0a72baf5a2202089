import type { TradeMessage } from '@riptide/core/domain';
import { Literal, type PlainBytes } from '../../kit/index.ts';
import { isTailAt } from './row-tail.ts';

const QUOTE = 34;

const INST_ID = new Literal('[{"instId":"');
const TRADE_ID = new Literal('","tradeId":"');
const PX = new Literal('","px":"');
const SZ = new Literal('","sz":"');
const BUY = new Literal('","side":"buy","ts":"');
const SELL = new Literal('","side":"sell","ts":"');
const COUNT = new Literal(',"count":"');
const SOURCE = new Literal(',"source":"');
const SEQ_ID = new Literal(',"seqId":');

/** Where a trade row is expected, and the instrument the argument named. */
export interface TradePlace {
  readonly rowsAt: number;
  readonly nameStart: number;
  readonly nameEnd: number;
}

/**
 * Reads the one row of a trade frame that is written exactly as OKX writes it, 2021 to today.
 * HOT: the first tier; false sends the frame to the key-driven reader.
 */
export class TradeTemplate {
  tradeIdStart = 0;
  tradeIdEnd = 0;
  private readonly scan: PlainBytes;

  constructor(scan: PlainBytes) {
    this.scan = scan;
  }

  /** Reads the row into `trade`; the scan is that of the frame. */
  read(at: TradePlace, trade: TradeMessage, decimals: number): boolean {
    const { scan } = this;
    scan.pos = at.rowsAt;
    scan.expect(INST_ID);
    scan.expectSame(at.nameStart, at.nameEnd);
    scan.expect(TRADE_ID);
    if (!scan.isPlain) return false;
    this.tradeIdStart = scan.pos;
    scan.readInt();
    this.tradeIdEnd = scan.pos;
    scan.expect(PX);
    trade.pxTicks = scan.readTicks(decimals);
    scan.expect(SZ);
    scan.readDecimal();
    trade.qty = scan.value;
    const isBuy = scan.take(BUY);
    trade.takerSide = isBuy ? 'BUY' : 'SELL';
    if (!isBuy) scan.expect(SELL);
    scan.readUint();
    trade.venueMs = scan.value;
    this.closeQuote();
    if (scan.take(COUNT)) this.skipQuoted();
    if (scan.take(SOURCE)) this.skipQuoted();
    if (scan.take(SEQ_ID)) scan.readInt();
    return scan.isPlain && trade.venueMs > 0 && isTailAt(scan, scan.pos);
  }

  private skipQuoted(): void {
    this.scan.readInt();
    this.closeQuote();
  }

  private closeQuote(): void {
    const { scan } = this;
    if (scan.bytes[scan.pos] !== QUOTE) scan.isPlain = false;
    scan.pos += 1;
  }
}
