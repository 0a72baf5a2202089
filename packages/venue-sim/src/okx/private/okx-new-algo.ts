import type { SimOrderRequest, SimTriggerBy } from '../../account/model.ts';
import type { WantedAlgo } from './okx-algos.ts';
import type { OkxCaller, OkxParams, OkxPrivateContext } from './okx-context.ts';
import { OkxFields } from './okx-fields.ts';
import { readClientId, readHead, type OkxOrderHead } from './okx-order-head.ts';
import type { OkxWords } from './okx-refusals.ts';

const TRIGGERS: Readonly<Record<string, SimTriggerBy>> = { last: 'last', mark: 'mark', index: 'index' };
const TYPES: Readonly<Record<string, 'conditional' | 'oco' | 'trigger'>> = {
  conditional: 'conditional',
  oco: 'oco',
  trigger: 'trigger',
};
const KINDS = [
  ['tp', 'take-profit'],
  ['sl', 'stop'],
] as const;

/** Reads a new algo order, or refuses its parameters. */
export function readOkxAlgo(
  context: OkxPrivateContext,
  caller: OkxCaller,
  params: OkxParams,
): WantedAlgo | { readonly refusal: OkxWords } {
  const read = new OkxFields(params);
  const head = readHead(context, caller, read);
  const ordType = read.choice('ordType', TYPES);
  if (head === null || ordType === null) return { refusal: read.refusal ?? ['51000', 'Parameter ordType error'] };
  const clientId = readClientId(read, 'algoClOrdId');
  const closes = read.text('closeFraction') === '1' && head.listing.instType === 'SWAP';
  const size = {
    lots: closes ? null : read.lots('sz', head.listing),
    isReduceOnly: read.flag('reduceOnly') && !closes && head.positionSide === null && head.marginMode !== null,
    closesPosition: closes,
  };
  const legs = ordType === 'trigger' ? readTrigger(context, read, head) : readStops(context, read, head);
  if (legs.length === 0) read.wrong(ordType === 'trigger' ? 'triggerPx' : 'slTriggerPx');
  if (read.refusal !== null) return { refusal: read.refusal };
  return { ordType, clientId, legs: legs.map((leg) => ({ ...leg, ...size, clientId })) };
}

/** Reads what is attached to an order; it closes what that order opens. */
export function readAttached(context: OkxPrivateContext, read: OkxFields, entry: OkxOrderHead): WantedAlgo | null {
  const head: OkxOrderHead = { ...entry, side: entry.side === 'BUY' ? 'SELL' : 'BUY' };
  const legs = readStops(context, read, head);
  const clientId = readClientId(read, 'attachAlgoClOrdId');
  if (legs.length === 0) return read.wrong('attachAlgoOrds');
  return {
    ordType: legs.length === 2 ? 'oco' : 'conditional',
    clientId,
    legs: legs.map((leg) => ({ ...leg, clientId })),
  };
}

function readStops(context: OkxPrivateContext, read: OkxFields, head: OkxOrderHead): readonly SimOrderRequest[] {
  const legs: SimOrderRequest[] = [];
  for (const [short, kind] of KINDS) {
    if (read.text(`${short}TriggerPx`) === null) continue;
    const triggerTicks = read.ticks(`${short}TriggerPx`, head.listing);
    const ticks = readPx(read, `${short}OrdPx`, head);
    const triggerBy = read.choice(`${short}TriggerPxType`, TRIGGERS, 'last') ?? 'last';
    const rises = (kind === 'stop') === (head.side === 'BUY');
    const leg = requestOf(head, {
      type: ticks === null ? `${kind}-market` : `${kind}-limit`,
      ticks,
      triggerTicks,
      triggerBy,
      triggerDirection: rises ? 'rises' : 'falls',
    });
    refuseFired(context, read, { leg, short });
    legs.push(leg);
  }
  return legs;
}

/** A trigger order fires where the price has to go from where it stands. */
function readTrigger(context: OkxPrivateContext, read: OkxFields, head: OkxOrderHead): readonly SimOrderRequest[] {
  if (read.text('triggerPx') === null) return [];
  const triggerTicks = read.ticks('triggerPx', head.listing);
  const ticks = readPx(read, 'orderPx', head);
  const triggerBy = read.choice('triggerPxType', TRIGGERS, 'last') ?? 'last';
  const px = watchedPx(context, head.listing.ix, triggerBy);
  const rises = (triggerTicks ?? 0) * head.listing.instrument.pxTick > px;
  const triggerDirection = rises ? ('rises' as const) : ('falls' as const);
  const type = ticks === null ? ('stop-market' as const) : ('stop-limit' as const);
  return [requestOf(head, { type, ticks, triggerTicks, triggerBy, triggerDirection })];
}

/** -1 means by market. */
function readPx(read: OkxFields, name: string, { listing }: OkxOrderHead): number | null {
  const text = read.text(name);
  if (text === null) return read.wrong(name);
  return text === '-1' ? null : read.ticks(name, listing);
}

function watchedPx({ market }: OkxPrivateContext, ix: number, by: SimTriggerBy): number {
  if (by === 'last' || market.instruments[ix]?.kind === 'spot') return market.dayStats(ix).lastPx;
  const { markPx, indexPx } = market.mark(ix);
  return by === 'mark' ? markPx : indexPx;
}

/** 51277 to 51280 tell which trigger stands on the wrong side of the price. */
function refuseFired(
  context: OkxPrivateContext,
  read: OkxFields,
  { leg, short }: { readonly leg: SimOrderRequest; readonly short: 'tp' | 'sl' },
): void {
  const px = watchedPx(context, leg.ix, leg.triggerBy);
  const triggerPx = (leg.triggerTicks ?? 0) * (context.market.instruments[leg.ix]?.pxTick ?? 1);
  if (leg.triggerTicks === null || (leg.triggerDirection === 'rises' ? px < triggerPx : px > triggerPx)) return;
  const name = short.toUpperCase();
  const word = leg.triggerDirection === 'rises' ? 'lower' : 'higher';
  const codes = { tp: { lower: '51279', higher: '51277' }, sl: { lower: '51278', higher: '51280' } } as const;
  read.refuse([codes[short][word], `${name} trigger price can't be ${word} than the ${leg.triggerBy} price`]);
}

function requestOf(
  head: OkxOrderHead,
  trigger: Pick<SimOrderRequest, 'type' | 'ticks' | 'triggerTicks' | 'triggerBy' | 'triggerDirection'>,
): SimOrderRequest {
  return {
    ix: head.listing.ix,
    side: head.side,
    tif: 'GTC',
    lots: null,
    quoteAmount: null,
    isReduceOnly: false,
    closesPosition: false,
    clientId: '',
    leverage: null,
    marginMode: head.marginMode,
    positionSide: head.positionSide,
    ...trigger,
  };
}
