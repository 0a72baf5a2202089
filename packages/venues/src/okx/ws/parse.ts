import type { DecodeCounters, FeedSubscription } from '@riptide/core/domain';
import {
  END_OF_OBJECT,
  JsonCursor,
  NameFinder,
  PlainBytes,
  SymbolTable,
  type DecodedSink,
  type DecoderOptions,
  type FrameDecoder,
} from '../../kit/index.ts';
import { DepthTemplate } from '../extra/depth-template.ts';
import { OkxRowReader } from '../extra/row-reader.ts';
import { TradeTemplate } from '../extra/trade-template.ts';
import { fromWireSymbol, indexOf } from '../symbols.ts';
import { pxDigitsOf, RareReader } from './rare.ts';
import { CHANNEL, channelOf, KEY, type ChannelId } from './wire.ts';

const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;
const SNAPSHOT = 115;
const UPDATE = 117;
const UNKNOWN_IX = -1;
const { arg, channel: channelKey, instId: instIdKey, action, data, event } = KEY;

/**
 * Reads the frames of OKX's public and business sockets.
 *
 * HOT. A frame is read to its end before anything of it is handed on: a row is kept in its message while the rest of the frame is
 * checked; frames of several rows are read a second time to hand them on one by one. Key order does not matter.
 */
export class OkxDecoder implements FrameDecoder {
  private readonly out: DecodedSink;
  private readonly counters: DecodeCounters;
  private readonly cursor = new JsonCursor();
  private readonly rows = new OkxRowReader(this.cursor);
  private readonly scan = new PlainBytes();
  private readonly template: DepthTemplate;
  private readonly trades = new TradeTemplate(this.scan);
  private readonly rare: RareReader;
  private readonly symbols: SymbolTable;
  /** Index name -> slot of `indexMembers`. */
  private readonly indexes: SymbolTable;
  private readonly indexMembers: readonly (readonly number[])[];
  private readonly decimals: Uint8Array;
  private readonly isSpot: Uint8Array;
  private channel: ChannelId = CHANNEL.unknown;
  private hasChannel = false;
  private channelStart = 0;
  private channelEnd = 0;
  private nameStart = 0;
  private nameEnd = 0;
  private argIx = UNKNOWN_IX;
  private rowIx = UNKNOWN_IX;
  private action = 0;
  private dataAt = 0;
  private rowCount = 0;
  private isControl = false;
  private isAnyKnown = false;

  constructor(options: DecoderOptions<string>) {
    const { subscriptions } = options;
    this.out = options.out;
    this.counters = options.counters;
    const names = subscriptions.map(({ instrument, ix }) => [instrument.wireSymbol, ix] as const);
    this.symbols = new SymbolTable(names);
    this.template = new DepthTemplate(this.scan, new NameFinder(names, ['"},']));
    const members = membersByIndex(subscriptions);
    this.indexes = new SymbolTable([...members.keys()].map((name, slot) => [name, slot] as const));
    this.indexMembers = [...members.values()];
    const size = subscriptions.reduce((most, { ix }) => Math.max(most, ix + 1), 0);
    this.decimals = new Uint8Array(size);
    this.isSpot = new Uint8Array(size);
    for (const { ix, instrument, scale } of subscriptions) {
      this.decimals[ix] = scale.pxDecimals;
      this.isSpot[ix] = fromWireSymbol(instrument.wireSymbol)?.kind === 'spot' ? 1 : 0;
    }
    this.rare = new RareReader({ out: this.out, counters: this.counters, symbols: this.symbols });
  }

  /** Reads the prices of one instrument with other decimals from now on. */
  setDecimals(ix: number, pxDecimals: number): void {
    this.decimals[ix] = pxDecimals;
  }

  decode(bytes: Buffer, start: number, end: number, recvMs: number): void {
    const { cursor } = this;
    if (bytes[start] !== OPEN_OBJECT || start >= end) {
      this.rare.readText(bytes.toString('latin1', start, end));
      return;
    }
    if (this.readTemplate(bytes, start, end, recvMs)) return;
    cursor.reset(bytes, start, end);
    this.readEnvelope();
    if (!cursor.isWhole) {
      this.counters.malformed += 1;
      return;
    }
    if (!this.isControl && this.hasChannel && this.channel < CHANNEL.liquidation)
      this.finish(bytes, start, end, recvMs);
    else this.finishRare(bytes, start, end, recvMs);
  }

  /** The first tier: books and best quotes in the venue's own spelling. False when the frame is anything else. */
  private readTemplate(bytes: Buffer, start: number, end: number, recvMs: number): boolean {
    const { template, rows, out } = this;
    const { depth } = rows;
    this.scan.start(bytes, start, end);
    if (!template.readHead()) return false;
    if (template.channel > CHANNEL.quote) return this.readPlainRows(bytes, start, end, recvMs);
    const ix =
      template.ix >= 0 ? template.ix : this.symbols.findIn(this.scan.view, bytes, template.nameStart, template.nameEnd);
    if (ix < 0) return false;
    depth.reset();
    if (!template.readBody(depth, this.decimals[ix]!)) return false;
    this.counters.fast += 1;
    if (template.channel === CHANNEL.quote) {
      rows.takeQuote();
      out.onQuote(ix, rows.quote, recvMs);
    } else out.onDepth(ix, template.isSnapshot, depth, recvMs);
    return true;
  }

  /** The envelope by template, the rows by key. False when the envelope has anything more; nothing was handed on then. */
  private readPlainRows(bytes: Buffer, start: number, end: number, recvMs: number): boolean {
    const { cursor, template } = this;
    const rowsAt = template.rowsAt();
    if (rowsAt < 0) return false;
    if (template.channel === CHANNEL.trade && this.readPlainTrade(bytes, rowsAt, recvMs)) return true;
    cursor.reset(bytes, start, end);
    cursor.seek(rowsAt);
    this.channel = template.channel;
    this.nameStart = template.nameStart;
    this.nameEnd = template.nameEnd;
    this.argIx = this.findName(template.nameStart, template.nameEnd);
    this.dataAt = rowsAt;
    this.readRows();
    if (!cursor.isSound || cursor.position + 1 !== end || bytes[cursor.position] !== CLOSE_OBJECT) return false;
    this.finish(bytes, start, end, recvMs);
    return true;
  }

  private readPlainTrade(bytes: Buffer, rowsAt: number, recvMs: number): boolean {
    const { template, trades, rows } = this;
    const { nameStart, nameEnd } = template;
    const ix = this.symbols.find(bytes, nameStart, nameEnd);
    if (ix < 0 || !trades.read({ rowsAt, nameStart, nameEnd }, rows.trade, this.decimals[ix]!)) return false;
    this.counters.fast += 1;
    rows.trade.tradeId = bytes.toString('latin1', trades.tradeIdStart, trades.tradeIdEnd);
    this.out.onTrade(ix, rows.trade, recvMs);
    return true;
  }

  /** Reads the top level, and the rows on the way where channel and action stand before them. */
  private readEnvelope(): void {
    const { cursor } = this;
    this.channel = CHANNEL.unknown;
    this.hasChannel = false;
    this.argIx = UNKNOWN_IX;
    this.nameStart = 0;
    this.nameEnd = 0;
    this.action = 0;
    this.dataAt = -1;
    this.rowCount = -1;
    this.isControl = false;
    cursor.enterObject();
    for (let key = cursor.nextKey(); key !== END_OF_OBJECT; key = cursor.nextKey()) {
      if (key === arg) this.readArg();
      else if (key === action) {
        cursor.readString();
        this.action = cursor.firstByte();
      } else if (key === data) {
        this.dataAt = cursor.position;
        if (this.canReadRows()) this.readRows();
        else cursor.skipValue();
      } else {
        if (key === event) this.isControl = true;
        cursor.skipValue();
      }
    }
  }

  private canReadRows(): boolean {
    if (!this.hasChannel || this.channel >= CHANNEL.liquidation) return false;
    return this.channel !== CHANNEL.depth || this.action === SNAPSHOT || this.action === UPDATE;
  }

  private readArg(): void {
    const { cursor } = this;
    // Rows may have been read for the first argument: a second one leaves no way to tell.
    if (this.hasChannel) cursor.failed = true;
    cursor.enterObject();
    for (let key = cursor.nextKey(); key !== END_OF_OBJECT; key = cursor.nextKey()) {
      if (key === channelKey) {
        this.hasChannel = cursor.readString();
        this.channelStart = cursor.stringStart;
        this.channelEnd = cursor.stringEnd;
      } else if (key === instIdKey) {
        cursor.readString();
        this.nameStart = cursor.stringStart;
        this.nameEnd = cursor.stringEnd;
      } else cursor.skipValue();
    }
    if (cursor.failed || !this.hasChannel) return;
    this.channel = channelOf(cursor.source, this.channelStart, this.channelEnd);
    if (this.channel < CHANNEL.liquidation) this.argIx = this.findName(this.nameStart, this.nameEnd);
  }

  private findName(start: number, end: number): number {
    const table = this.channel === CHANNEL.index ? this.indexes : this.symbols;
    return table.find(this.cursor.source, start, end);
  }

  /** First pass: reads and checks every row; the last one stays in its message. */
  private readRows(): void {
    const { cursor } = this;
    this.rowCount = 0;
    cursor.enterArray();
    while (!cursor.failed && cursor.nextElement()) {
      this.readRow();
      this.rowCount += 1;
    }
  }

  private readRow(): void {
    const { cursor, rows } = this;
    const at = cursor.position;
    const assumed = this.decimalsOf(this.argIx);
    cursor.offTick = false;
    rows.read(this.channel, assumed);
    this.rowIx = this.argIx;
    if (rows.nameEnd === 0 || cursor.failed || this.isArgName()) return;
    // The row names another instrument than the argument: it is the row's.
    this.rowIx = this.findName(rows.nameStart, rows.nameEnd);
    const decimals = this.decimalsOf(this.rowIx);
    if (decimals === assumed) return;
    cursor.seek(at);
    cursor.offTick = false;
    rows.read(this.channel, decimals);
  }

  private isArgName(): boolean {
    const { rows, nameStart } = this;
    const length = this.nameEnd - nameStart;
    if (rows.nameEnd - rows.nameStart !== length) return false;
    const { source } = this.cursor;
    for (let i = 0; i < length; i += 1) if (source[nameStart + i] !== source[rows.nameStart + i]) return false;
    return true;
  }

  private decimalsOf(ix: number): number {
    return ix < 0 || this.channel === CHANNEL.index ? 0 : this.decimals[ix]!;
  }

  private finish(bytes: Buffer, start: number, end: number, recvMs: number): void {
    const { cursor, counters } = this;
    if (this.rowCount < 0 && this.dataAt >= 0 && this.canReadRows()) {
      cursor.seek(this.dataAt);
      this.readRows();
    }
    if (this.rowCount < 0 || !cursor.isSound) {
      counters.malformed += 1;
      return;
    }
    this.isAnyKnown = this.rowCount === 0;
    if (this.rowCount === 1) this.emitRow(bytes, start, end, recvMs);
    else if (this.rowCount > 1) this.emitRows(bytes, start, end, recvMs);
    if (this.isAnyKnown) counters.keyed += 1;
    else counters.unknown += 1;
  }

  /** Second pass over a frame that was found sound. */
  private emitRows(bytes: Buffer, start: number, end: number, recvMs: number): void {
    const { cursor } = this;
    cursor.seek(this.dataAt);
    cursor.enterArray();
    while (cursor.nextElement()) {
      this.readRow();
      this.emitRow(bytes, start, end, recvMs);
    }
  }

  private emitRow(bytes: Buffer, start: number, end: number, recvMs: number): void {
    const { out, rowIx } = this;
    if (rowIx < 0) {
      out.onUnknown('symbol', this.rowName());
      return;
    }
    this.isAnyKnown = true;
    if (this.cursor.offTick && this.channel !== CHANNEL.index) {
      this.counters.offTick += 1;
      out.onOffTick(rowIx, pxDigitsOf(bytes.toString('latin1', start, end)));
      return;
    }
    this.handOn(rowIx, recvMs);
  }

  private handOn(ix: number, recvMs: number): void {
    const { out, rows } = this;
    switch (this.channel) {
      case CHANNEL.depth:
        return out.onDepth(ix, this.action === SNAPSHOT, rows.depth, recvMs);
      case CHANNEL.fullDepth:
        return out.onDepth(ix, true, rows.depth, recvMs);
      case CHANNEL.quote:
        return out.onQuote(ix, rows.quote, recvMs);
      case CHANNEL.trade:
        rows.trade.tradeId = this.cursor.source.toString('latin1', rows.tradeIdStart, rows.tradeIdEnd);
        return out.onTrade(ix, rows.trade, recvMs);
      case CHANNEL.ticker:
        out.onTicker(ix, rows.ticker, recvMs);
        if (rows.hasQuote) out.onQuote(ix, rows.quote, recvMs);
        return;
      case CHANNEL.mark:
      case CHANNEL.funding:
        return out.onMark(ix, rows.mark, recvMs);
      case CHANNEL.index:
        for (const member of this.indexMembers[ix]!) out.onMark(member, rows.mark, recvMs);
        return;
      case CHANNEL.candle:
        if (Number.isNaN(rows.candle.volumeQuote) && this.isSpot[ix] === 1)
          rows.candle.volumeQuote = rows.candleCcyVolume;
        return out.onCandle(ix, rows.candle, recvMs);
      default:
        throw new Error(`Invariant: channel ${this.channel} is not read here`);
    }
  }

  private rowName(): string {
    const { rows, cursor } = this;
    if (rows.nameEnd > 0) return cursor.source.toString('latin1', rows.nameStart, rows.nameEnd);
    return cursor.source.toString('latin1', this.nameStart, this.nameEnd);
  }

  private finishRare(bytes: Buffer, start: number, end: number, recvMs: number): void {
    const { counters, out, rare } = this;
    const text = bytes.toString('utf8', start, end);
    if (this.isControl) rare.readControl(text);
    else if (!this.hasChannel) counters.malformed += 1;
    else if (this.channel === CHANNEL.liquidation) rare.readLiquidations(text, recvMs);
    else if (this.channel === CHANNEL.rare) rare.readRare(text, recvMs);
    else {
      counters.unknown += 1;
      out.onUnknown('channel', bytes.toString('latin1', this.channelStart, this.channelEnd));
    }
  }
}

function membersByIndex(subscriptions: readonly FeedSubscription[]): ReadonlyMap<string, readonly number[]> {
  const members = new Map<string, number[]>();
  for (const { ix, instrument } of subscriptions) {
    const name = indexOf(instrument.wireSymbol);
    const known = members.get(name);
    if (known === undefined) members.set(name, [ix]);
    else known.push(ix);
  }
  return members;
}
