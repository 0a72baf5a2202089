import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import tls from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  decimal,
  quantize,
  toDecimalString,
  VENUES,
  type ExecutionClient,
  type Instrument,
  type MarketFeed,
  type PlaceOrder,
  type PrivateSink,
  type Venue,
} from '@riptide/core/domain';
import { createHotEngine } from '@riptide/core/engine';
import { seededRandom, silentLog, StageMeter, systemClock } from '@riptide/core/kernel';
import { startVenueSim, type VenueSim } from '@riptide/venue-sim';
import { makeSelfSigned } from '../config/self-signed.fixture.ts';
import { buildAccount, buildVenues } from './build-venues.ts';

const SOON = { timeout: 20_000, interval: 20 } as const;
/** First byte of a TLS handshake (RFC 8446, 5.1). */
const HANDSHAKE = 0x16;

const clock = systemClock();
const deps = { clock, random: seededRandom(3), log: silentLog() };
const certificate = makeSelfSigned(clock.nowMs());
const { createSecureContext } = tls;

let sim: VenueSim;
let fronts: Readonly<Record<Venue, TlsFront>>;
let urls: Readonly<Record<Venue, string>>;

/** Speaks TLS in front of a simulated venue. A plain connection is passed on too: KUCOIN's simulator names a plain socket address. */
class TlsFront {
  plain = 0;
  secured = 0;
  /** Bytes that came out of TLS connections. */
  bytes = 0;
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;

  constructor(targetPort: number) {
    const pass = (near: Socket): Socket => {
      const far = connect(targetPort, '127.0.0.1');
      for (const socket of [near, far]) this.#keep(socket);
      near.pipe(far).pipe(near);
      near.once('close', () => far.destroy());
      far.once('close', () => near.destroy());
      return near;
    };
    const secure = tls.createServer(certificate, (near) => {
      this.secured += 1;
      pass(near).on('data', (bytes) => (this.bytes += bytes.length));
    });
    this.#server = createServer((socket) => {
      this.#keep(socket);
      socket.once('data', (first) => {
        socket.pause();
        socket.unshift(first);
        if (first[0] === HANDSHAKE) secure.emit('connection', socket);
        else {
          this.plain += 1;
          pass(socket);
        }
      });
    });
  }

  async listen(): Promise<string> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done));
    return `https://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    const closed = new Promise((done) => this.#server.close(done));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  /** A client that breaks off is part of the test. */
  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => this.#sockets.delete(socket));
  }
}

beforeAll(async () => {
  sim = await startVenueSim({ seed: 11, mode: { kind: 'sim' } });
  const made = VENUES.map((venue) => [venue, new TlsFront(Number(new URL(sim.baseUrls[venue]).port))] as const);
  fronts = Object.fromEntries(made) as Record<Venue, TlsFront>;
  const told = await Promise.all(made.map(async ([venue, front]) => [venue, await front.listen()] as const));
  urls = Object.fromEntries(told) as Record<Venue, string>;
}, 30_000);
afterEach(() => {
  tls.createSecureContext = createSecureContext;
});
afterAll(async () => {
  await Promise.all(VENUES.map((venue) => fronts[venue].close()));
  await sim.stop();
});

describe('a venue over TLS', () => {
  it.each(VENUES)('gets not a byte of ours where its certificate is not trusted: %s', async (venue) => {
    const { reference } = buildVenues('sim', urls, deps)[VENUES.indexOf(venue)]!;
    const listed = await reference.loadInstruments();
    expect(listed.ok ? 'ok' : listed.error.code).toBe('VENUE_UNREACHABLE');
    expect([fronts[venue].bytes, fronts[venue].plain]).toEqual([0, 0]);
  });

  it.each(VENUES)(
    'tells instruments and books, and takes an order on a connection that stands open: %s',
    async (venue) => {
      trustOurs();
      const { reference, feed } = buildVenues('sim', urls, deps)[VENUES.indexOf(venue)]!;
      const listed = await reference.loadInstruments();
      if (!listed.ok) throw new Error(listed.error.detail);
      const perp = listed.value.find(({ symbol, kind }) => symbol === 'ETHUSDT' && kind === 'perp')!;
      const px = await bestBid(feed, perp);
      const stages = new StageMeter({ clock, everyChunks: 16 });
      const written = vi.spyOn(stages, 'written');
      const client = buildAccount('sim', urls, { venue, key: keyOf(venue) }, { ...deps, stages, offsetMs: () => 0 });
      client.setInstruments(listed.value);
      expect(await client.start(silentSink())).toMatchObject({ ok: true });
      // Only what goes by a connection that stands open tells when its bytes were written; until one stands, the general client takes orders.
      let nth = 0;
      await vi.waitFor(async () => {
        await expectRestingOrder(client, orderOf(perp, { bidPx: px, clientOrderId: `TLS${venue}${(nth += 1)}` }));
        expect(written).toHaveBeenCalled();
      }, SOON);
      await client.stop();
      expect(fronts[venue].secured).toBeGreaterThan(2);
      // WHY: see TlsFront; every other connection of every venue is by TLS.
      if (venue !== 'KUCOIN') expect(fronts[venue].plain).toBe(0);
    },
  );
});

/** As an operating system does that has our certificate among its own. */
function trustOurs(): void {
  tls.createSecureContext = (options) => {
    const made = createSecureContext(options);
    (made.context as { addCACert(pem: string): void }).addCACert(certificate.cert);
    return made;
  };
}

async function bestBid(feed: MarketFeed, instrument: Instrument): Promise<number> {
  const hot = createHotEngine({ instruments: [instrument], clock });
  feed.start([{ ix: 0, instrument, scale: hot.scales[0]! }], hot.sink);
  const bid = (): number => hot.store.figures.bidPx[0] ?? Number.NaN;
  await vi.waitFor(() => expect(bid()).toBeGreaterThan(0), SOON);
  const px = bid();
  await feed.stop();
  return px;
}

async function expectRestingOrder(client: ExecutionClient, order: PlaceOrder): Promise<void> {
  expect(await client.place(order)).toMatchObject({ ok: true });
  const open = await client.openOrders('perp');
  expect(open.ok && open.value.map(({ clientOrderId }) => clientOrderId)).toContain(order.clientOrderId);
}

function orderOf(perp: Instrument, at: { readonly bidPx: number; readonly clientOrderId: string }): PlaceOrder {
  const px = quantize(decimal(at.bidPx).times(0.98), decimal(perp.pxTick), 'down');
  const step = decimal(perp.qtyStep).times(decimal(perp.qtyScale));
  return {
    clientOrderId: at.clientOrderId,
    instrument: perp,
    side: 'BUY',
    type: 'limit',
    tif: 'GTC',
    qtyBase: toDecimalString(quantize(decimal(400).div(px), step, 'up')),
    px: toDecimalString(px),
    triggerPx: null,
    triggerBy: 'mark',
    isReduceOnly: false,
    closesPosition: false,
    leverage: 5,
    role: 'entry',
  };
}

function keyOf(venue: Venue): { apiKey: string; apiSecret: string; passphrase: string | null } {
  const { apiKey, apiSecret, passphrase } = sim.firstKey(venue);
  return { apiKey, apiSecret, passphrase: passphrase === '' ? null : passphrase };
}

function silentSink(): PrivateSink {
  const nothing = (): void => undefined;
  return new Proxy({} as PrivateSink, { get: () => nothing });
}
