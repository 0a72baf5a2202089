import {
  domainError,
  err,
  type CancelAck,
  type DomainError,
  type ExecutionClient,
  type OrderRef,
  type PlaceAck,
  type PlaceOrder,
  type PrivateSink,
  type Result,
} from '../domain/index.ts';

/** What goes wrong with a call: `before` and `after` say whether the venue has done it. */
export const CALL_FAULTS = ['none', 'lost-before', 'lost-after', 'throw-after', 'rejected'] as const;
type CallFault = (typeof CALL_FAULTS)[number];

/** What goes wrong with the stream meanwhile. `late` holds events back and delivers them in reverse order. */
export const STREAM_FAULTS = ['none', 'dropped', 'doubled', 'late'] as const;
type StreamFault = (typeof STREAM_FAULTS)[number];

export interface FlakyControl {
  call: CallFault;
  stream: StreamFault;
  readonly placed: string[];
  /** Delivers what `late` held back, the newest first. */
  deliverLate(): void;
}

/** Wraps a client so that its calls and its stream misbehave as `control` says. Queries stay true. */
export function flaky(inner: ExecutionClient): { readonly client: ExecutionClient; readonly control: FlakyControl } {
  const held: (() => void)[] = [];
  const control: FlakyControl = {
    call: 'none',
    stream: 'none',
    placed: [],
    deliverLate: () => {
      for (const deliver of held.splice(0).reverse()) deliver();
    },
  };
  const pipe = (deliver: () => void): void => {
    if (control.stream === 'dropped') return;
    if (control.stream === 'late') return void held.push(deliver);
    deliver();
    if (control.stream === 'doubled') deliver();
  };
  const lost = domainError('VENUE_TIMEOUT', 'lost', { outcome: 'unknown' });
  const faulty = async <T>(call: () => Promise<Result<T, DomainError>>): Promise<Result<T, DomainError>> => {
    const fault = control.call;
    if (fault === 'rejected') return err(domainError('ORDER_REJECTED', 'x'));
    if (fault === 'lost-before') return err(lost);
    const answer = await call();
    if (fault === 'throw-after') throw new Error('socket hang up');
    return fault === 'lost-after' ? err(lost) : answer;
  };
  const client: ExecutionClient = {
    venue: inner.venue,
    capabilities: inner.capabilities,
    setInstruments: (instruments) => inner.setInstruments(instruments),
    start: (sink) => inner.start(faultySink(sink, pipe)),
    stop: () => inner.stop(),
    streamState: () => inner.streamState(),
    place: (order: PlaceOrder): Promise<Result<PlaceAck, DomainError>> => {
      control.placed.push(order.clientOrderId);
      return faulty(() => inner.place(order));
    },
    cancel: (ref: OrderRef, isRiskReducing: boolean): Promise<Result<CancelAck, DomainError>> =>
      faulty(() => inner.cancel(ref, isRiskReducing)),
    queryOrder: (ref) => inner.queryOrder(ref),
    openOrders: (market) => inner.openOrders(market),
    fills: (market, instrument, sinceMs) => inner.fills(market, instrument, sinceMs),
    positions: () => inner.positions(),
    balances: () => inner.balances(),
    income: (sinceMs) => inner.income(sinceMs),
    feeRates: (instrument) => inner.feeRates(instrument),
    readModes: (instrument) => inner.readModes(instrument),
    setLeverage: (instrument, leverage, mode) => inner.setLeverage(instrument, leverage, mode),
    setMarginMode: (instrument, mode, leverage) => inner.setMarginMode(instrument, mode, leverage),
    setPositionMode: (mode) => inner.setPositionMode(mode),
    probeKey: () => inner.probeKey(),
    armDeadMan: (timeoutMs, instruments) => inner.armDeadMan(timeoutMs, instruments),
  };
  return { client, control };
}

function faultySink(sink: PrivateSink, pipe: (deliver: () => void) => void): PrivateSink {
  return {
    onOrder: (report) => pipe(() => sink.onOrder(report)),
    onFill: (fill) => pipe(() => sink.onFill(fill)),
    onPosition: (position) => pipe(() => sink.onPosition(position)),
    onBalances: (balances) => pipe(() => sink.onBalances(balances)),
    onIncome: (income) => pipe(() => sink.onIncome(income)),
    onStream: (state) => sink.onStream(state),
  };
}
