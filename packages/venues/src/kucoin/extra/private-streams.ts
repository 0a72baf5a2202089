import { domainError, err, ok, type DomainError, type PrivateStreamState, type Result } from '@riptide/core/domain';
import type { TimerHandle } from '@riptide/core/kernel';
import type { JsonRecord, VenueDeps } from '../../kit/index.ts';
import { KUCOIN_PRODUCTS, type KucoinProduct } from '../enums.ts';
import { PrivateSocket } from '../ws/private.ts';
import type { PrivateApi } from './private-api.ts';

export interface PrivateStreamsOptions {
  readonly api: PrivateApi;
  readonly deps: VenueDeps;
  readonly onFrame: (frame: JsonRecord) => void;
  readonly onState: (state: PrivateStreamState) => void;
}

/** `start` waits this long for both sockets. */
const START_WAIT_MS = 15_000;
/** An accepted order is told on the socket within this time; a socket that says nothing then is dead, whatever its pongs say. */
const ORDER_ECHO_MS = 5_000;
const WATCH_EVERY_MS = 500;

/** Both private sockets as one state: live only while both are. */
export class PrivateStreams {
  private readonly options: PrivateStreamsOptions;
  private readonly sockets: Readonly<Record<KucoinProduct, PrivateSocket>>;
  /** Since when each socket owes an event for an accepted order. */
  private readonly owedSinceMs: Record<KucoinProduct, number | null> = { spot: null, futures: null };
  private readonly waiting = new Set<(result: Result<null, DomainError>) => void>();
  private watch: TimerHandle | null = null;
  private isLive = false;
  private sinceMs: number;

  constructor(options: PrivateStreamsOptions) {
    this.options = options;
    this.sinceMs = options.deps.clock.nowMs();
    const open = (product: KucoinProduct): PrivateSocket =>
      new PrivateSocket({
        product,
        api: options.api,
        deps: options.deps,
        events: { onFrame: (frame) => options.onFrame(frame), onChange: () => this.onChange() },
      });
    this.sockets = { spot: open('spot'), futures: open('futures') };
  }

  /** Resolves when both are live, or with why one is not; they keep trying. */
  start(): Promise<Result<null, DomainError>> {
    const { clock } = this.options.deps;
    this.watch = clock.every(WATCH_EVERY_MS, () => this.check());
    const started = new Promise<Result<null, DomainError>>((resolve) => {
      const timer = clock.after(START_WAIT_MS, () => settle(err(this.failure() ?? notLive())));
      const settle = (result: Result<null, DomainError>): void => {
        timer.cancel();
        this.waiting.delete(settle);
        resolve(result);
      };
      this.waiting.add(settle);
    });
    for (const product of KUCOIN_PRODUCTS) this.sockets[product].start();
    return started;
  }

  stop(): void {
    this.watch?.cancel();
    for (const product of KUCOIN_PRODUCTS) this.sockets[product].stop();
    for (const settle of this.waiting) settle(err(domainError('VENUE_NOT_READY', 'stopped', { outcome: 'not-sent' })));
    if (this.isLive) this.enter(false);
  }

  state(): PrivateStreamState {
    const { spot, futures } = this.sockets;
    const heard = [spot.lastEventMs, futures.lastEventMs].filter((ms) => ms !== null);
    const { isLive } = this;
    return {
      isLive,
      sinceMs: this.sinceMs,
      reason: isLive ? null : (this.failure()?.detail ?? 'connecting'),
      reconnects: spot.reconnects + futures.reconnects,
      lastEventMs: heard.length === 0 ? null : Math.max(...heard),
    };
  }

  /** Tells that an order sent at `sentMs` was accepted: its event must come, or be here already. */
  expectEvent(product: KucoinProduct, sentMs: number): void {
    const socket = this.sockets[product];
    if (!socket.isLive || (socket.lastEventMs ?? 0) >= sentMs) return;
    this.owedSinceMs[product] ??= this.options.deps.clock.nowMs();
  }

  /** Tells the receiver to ask for everything although no socket was lost. */
  announceLoss(): void {
    if (this.isLive) this.options.onState(this.state());
  }

  private check(): void {
    const nowMs = this.options.deps.clock.nowMs();
    for (const product of KUCOIN_PRODUCTS) {
      const owedMs = this.owedSinceMs[product];
      const socket = this.sockets[product];
      if (owedMs === null) continue;
      if (!socket.isLive || (socket.lastEventMs ?? 0) >= owedMs) {
        this.owedSinceMs[product] = null;
      } else if (nowMs - owedMs >= ORDER_ECHO_MS) {
        this.owedSinceMs[product] = null;
        socket.drop('mute', `an accepted order was not told within ${ORDER_ECHO_MS} ms`);
      }
    }
  }

  private onChange(): void {
    const isLive = this.sockets.spot.isLive && this.sockets.futures.isLive;
    if (isLive !== this.isLive) this.enter(isLive);
    const failure = this.failure();
    const result = isLive ? ok(null) : failure === null ? null : err(failure);
    if (result !== null) for (const settle of this.waiting) settle(result);
  }

  private enter(isLive: boolean): void {
    this.isLive = isLive;
    this.sinceMs = this.options.deps.clock.nowMs();
    this.options.onState(this.state());
  }

  private failure(): DomainError | null {
    return this.sockets.spot.failure ?? this.sockets.futures.failure;
  }
}

function notLive(): DomainError {
  return domainError('VENUE_TIMEOUT', `private streams not live within ${START_WAIT_MS} ms`, { outcome: 'unknown' });
}
