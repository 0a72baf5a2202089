import type { ServerSocket, WireRequest, WireResponse } from '../server/venue-server.ts';
import { objectOf, textOf } from './json-reads.ts';
import { recordedInstruments, type RecordedInstrument } from './listed-rows.ts';
import { okxChannel, okxInstType } from './okx-facts.ts';
import { finerStep } from './precision.ts';
import type { RecordedStream } from './recording.ts';
import type { ReplayDesk } from './replay-desk.ts';
import { ok, requestObject, type ReplayDialect } from './replay-protocol.ts';

const SOCKET_PATH = /^\/ws\/v5\/(public|business)$/;
const REST_PATH = /^\/api\/v5\/(.+)$/;
const FIRST_INST_ID_CODE = 10_000;

interface Arg {
  readonly channel: string;
  readonly instId: string | null;
  readonly instType: string | null;
}

/** Speaks OKX v5 for a desk: spot, swaps, futures and options as they were recorded. */
export class OkxReplay implements ReplayDialect {
  private readonly desk: ReplayDesk;

  constructor(desk: ReplayDesk) {
    this.desk = desk;
  }

  answer(request: WireRequest): WireResponse {
    const name = REST_PATH.exec(request.path)?.[1];
    if (name === undefined) return { status: 404, body: JSON.stringify({ code: '404', data: [], msg: 'Not Found' }) };
    if (name === 'public/time') return rows([{ ts: String(this.desk.tellMs()) }]);
    if (name === 'public/instruments') {
      return rows(this.instruments(request.query.get('instType') ?? '', request.query.get('instId')));
    }
    if (name === 'market/books') return this.books(request.query.get('instId') ?? '');
    return rows([]);
  }

  refuse(path: string): WireResponse | null {
    return SOCKET_PATH.test(path)
      ? null
      : { status: 404, body: JSON.stringify({ code: '404', data: [], msg: 'Not Found' }) };
  }

  opened(): void {
    // OKX says nothing before the client does.
  }

  received(socket: ServerSocket, text: string): void {
    if (text === 'ping') {
      socket.send('pong', '');
      return;
    }
    const request = requestObject(text);
    const op = request?.['op'];
    const connId = socket.id.toString(16).padStart(8, '0');
    const id = textOf(request?.['id']);
    const head = id === null ? {} : { id };
    const args = Array.isArray(request?.['args']) ? request['args'] : [];
    if ((op !== 'subscribe' && op !== 'unsubscribe') || args.length === 0) {
      socket.send(
        JSON.stringify({
          ...head,
          event: 'error',
          code: '60012',
          msg: `Invalid request: ${text.slice(0, 200)}`,
          connId,
        }),
        '',
      );
      return;
    }
    for (const item of args) {
      const arg = argOf(item);
      if (arg === null || !this.isKnown(arg)) {
        const msg = `Wrong URL or channel:${arg?.channel ?? ''},instId:${arg?.instId ?? ''} doesn't exist. Please use the correct URL, channel and parameters referring to API document.`;
        socket.send(JSON.stringify({ ...head, event: 'error', code: '60018', msg, connId }), '');
        continue;
      }
      socket.send(JSON.stringify({ ...head, event: op, arg: item as unknown, connId }), '');
      this.change(socket, op, arg);
    }
  }

  private change(socket: ServerSocket, op: 'subscribe' | 'unsubscribe', arg: Arg): void {
    const streams = this.streams(arg);
    const name = `${arg.channel}:${arg.instId ?? arg.instType ?? ''}`;
    if (op === 'subscribe') {
      socket.subscriptions.add(name);
      this.desk.join(socket, streams);
    } else {
      socket.subscriptions.delete(name);
      this.desk.leave(socket, streams);
    }
  }

  private streams(arg: Arg): readonly RecordedStream[] {
    const channel = okxChannel(arg.channel);
    const alternatives = channel === 'trades-all' ? ['trades-all', 'trades'] : [channel];
    return this.desk.find(null, alternatives, arg.instId ?? arg.instType);
  }

  /** A channel that was not recorded is acknowledged and stays silent; an instrument that was not does not exist. */
  private isKnown(arg: Arg): boolean {
    if (arg.instId === null || arg.channel === 'index-tickers') return true;
    return [...this.desk.recording.streams.values()].some((stream) => stream.symbol === arg.instId);
  }

  private instruments(instType: string, instId: string | null): readonly unknown[] {
    const listed = recordedInstruments(this.desk.recording, instType, {
      urlHas: `/public/instruments?instType=${instType}`,
      rowsIn: (body) => objectOf(body)?.['data'],
      nameField: 'instId',
    });
    return listed.map((one, at) => instrumentRow(one, at)).filter((row) => instId === null || row['instId'] === instId);
  }

  private books(instId: string): WireResponse {
    const stream = this.desk.find(null, ['books'], instId)[0];
    const frame = stream === undefined ? null : this.desk.streamSnapshot(stream);
    if (stream === undefined)
      return ok({ code: '51001', data: [], msg: "Instrument ID, Instrument ID code, or Spread ID doesn't exist." });
    if (frame === null) return rows([{ asks: [], bids: [], ts: String(this.desk.nowMs()) }]);
    return rows((objectOf(JSON.parse(frame))?.['data'] ?? []) as readonly unknown[]);
  }
}

function rows(data: readonly unknown[]): WireResponse {
  return ok({ code: '0', data, msg: '' });
}

function argOf(item: unknown): Arg | null {
  const arg = objectOf(item);
  const channel = textOf(arg?.['channel']);
  return channel === null ? null : { channel, instId: textOf(arg?.['instId']), instType: textOf(arg?.['instType']) };
}

/** Today's fields come first, then what the recorded list said, then steps no coarser than the frames. */
function instrumentRow(instrument: RecordedInstrument, at: number): Record<string, unknown> {
  const { precision, row, symbol } = instrument;
  const parts = symbol.split('-');
  const [base = '', quote = ''] = parts;
  const instType = okxInstType(symbol);
  const isSpot = instType === 'SPOT';
  const isInverse = !isSpot && quote === 'USD';
  const family = `${base}-${quote}`;
  const contract = isSpot ? '' : isInverse ? '10' : '1';
  const made = {
    instType,
    instId: symbol,
    instIdCode: FIRST_INST_ID_CODE + at,
    uly: isSpot ? '' : family,
    instFamily: isSpot ? '' : family,
    baseCcy: isSpot ? base : '',
    quoteCcy: isSpot ? quote : '',
    settleCcy: isSpot ? '' : isInverse ? base : quote,
    ctVal: instType === 'OPTION' ? '1' : contract,
    ctMult: instType === 'OPTION' ? '0.1' : isSpot ? '' : '1',
    ctValCcy: isSpot ? '' : isInverse && instType !== 'OPTION' ? 'USD' : base,
    ctType: isSpot || instType === 'OPTION' ? '' : isInverse ? 'inverse' : 'linear',
    optType: instType === 'OPTION' ? (parts.at(-1) ?? '') : '',
    stk: instType === 'OPTION' ? (parts.at(-2) ?? '') : '',
    listTime: '1548133413000',
    expTime: isSpot || instType === 'SWAP' ? '' : expiryMs(parts[2] ?? ''),
    lever: '10',
    maxLmtSz: '9999999999',
    maxMktSz: '1000000',
    maxLmtAmt: '20000000',
    maxMktAmt: '',
    ruleType: 'normal',
    groupId: isSpot ? '1' : '4',
    tradeQuoteCcyList: isSpot ? [quote] : [],
    futureSettlement: false,
    state: 'live',
  };
  const lotSz = finerStep(row?.['lotSz'], precision.qtyDecimals);
  return {
    ...made,
    ...row,
    tickSz: finerStep(row?.['tickSz'], precision.pxDecimals),
    lotSz,
    minSz: row?.['minSz'] ?? lotSz,
  };
}

/** Contracts named YYMMDD expire at 08:00 UTC of that day. */
function expiryMs(yymmdd: string): string {
  const [year, month, day] = [yymmdd.slice(0, 2), yymmdd.slice(2, 4), yymmdd.slice(4, 6)].map(Number);
  if (year === undefined || month === undefined || day === undefined) return '';
  return String(Date.UTC(2_000 + year, month - 1, day, 8));
}
