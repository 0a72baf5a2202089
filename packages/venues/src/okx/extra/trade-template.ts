import type { TradeMessage } from '@riptide/core/domain';
import { PlainScan } from './plain-scan.ts';

const INST_ID = Buffer.from('[{"instId":"');
const TRADE_ID = Buffer.from('","tradeId":"');
const PX = Buffer.from('","px":"');
const SZ = Buffer.from('","sz":"');
const BUY = Buffer.from('","side":"buy","ts":"');
const SELL = Buffer.from('","side":"sell","ts":"');
const QUOTE_MARK = Buffer.from('"');
const COUNT = Buffer.from(',"count":"');
const SOURCE = Buffer.from(',"source":"');
const SEQ_ID = Buffer.from(',"seqId":');
const TAIL = Buffer.from('}]}');

/** Where a trade row is expected, and the instrument the argument named. */
export interface TradePlace {
  readonly rowsAt: number;
  readonly nameStart: number;
  readonly nameEnd: number;
  readonly end: number;
}

/**
 * Reads the one row of a trade frame that is written exactly as OKX writes it, 2021 to today.
 * HOT: the first tier; false sends the frame to the key-driven reader.
 */
export class TradeTemplate {
  tradeIdStart = 0;
  tradeIdEnd = 0;
  private readonly scan = new PlainScan();

  read(bytes: Buffer, at: TradePlace, trade: TradeMessage, decimals: number): boolean {
    const { scan } = this;
    scan.start(at.rowsAt);
    scan.expect(bytes, INST_ID);
    scan.expectSame(bytes, at.nameStart, at.nameEnd);
    scan.expect(bytes, TRADE_ID);
    if (!scan.isPlain) return false;
    this.tradeIdStart = scan.pos;
    scan.readInt(bytes);
    this.tradeIdEnd = scan.pos;
    scan.expect(bytes, PX);
    trade.pxTicks = scan.readTicks(bytes, decimals);
    scan.expect(bytes, SZ);
    trade.qty = scan.readDecimal(bytes);
    const isBuy = scan.take(bytes, BUY);
    trade.takerSide = isBuy ? 'BUY' : 'SELL';
    if (!isBuy) scan.expect(bytes, SELL);
    trade.venueMs = scan.readInt(bytes);
    scan.expect(bytes, QUOTE_MARK);
    if (scan.take(bytes, COUNT)) this.skipQuoted(bytes);
    if (scan.take(bytes, SOURCE)) this.skipQuoted(bytes);
    if (scan.take(bytes, SEQ_ID)) scan.readInt(bytes);
    scan.expect(bytes, TAIL);
    return scan.isPlain && scan.pos === at.end && trade.venueMs > 0;
  }

  private skipQuoted(bytes: Buffer): void {
    this.scan.readInt(bytes);
    this.scan.expect(bytes, QUOTE_MARK);
  }
}
