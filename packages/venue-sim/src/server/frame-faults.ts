import type { ArmedFault } from '../armed-fault.ts';
import type { FrameFault } from '../faults-public.ts';

interface ArmedFrameFault extends ArmedFault {
  readonly fault: FrameFault;
  left: number;
  fired: number;
}

type Json = Record<string, unknown>;

const BOOK_KEYS: readonly (readonly [string, string])[] = [
  ['b', 'a'],
  ['bids', 'asks'],
  ['bestBid', 'bestAsk'],
  ['bestBidPrice', 'bestAskPrice'],
  ['bid1Price', 'ask1Price'],
  ['bidPx', 'askPx'],
];
const CHANNEL_KEYS = ['stream', 'topic', 'channel', 'subject', 'e'];

/** True when `wireSymbol` stands in `topic` as a whole name: BTC-USDT is not found in BTC-USDT-SWAP. */
function namesSymbol(topic: string, wireSymbol: string): boolean {
  const text = topic.toUpperCase();
  const wanted = wireSymbol.toUpperCase();
  const isNameChar = (char: string): boolean => /[A-Z0-9-]/.test(char);
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    if (!isNameChar(text.charAt(at - 1)) && !isNameChar(text.charAt(at + wanted.length))) return true;
  }
  return false;
}

/** The armed frame faults of one venue. A fault's `topic` matches when it is a part of the frame's topic. */
export class FrameFaultPlan {
  private armed: ArmedFrameFault[] = [];
  private readonly held = new WeakMap<object, Map<string, string>>();

  /** Arms a fault for its next `count` matching frames. */
  arm(fault: FrameFault): ArmedFault {
    const made = { fault, left: fault.count, fired: 0 };
    this.armed.push(made);
    return made;
  }

  /** Disarms everything; frames held back still go after the next of their topic. */
  disarm(): void {
    for (const one of this.armed) one.left = 0;
    this.armed = [];
  }

  /** Returns the texts to send instead of `text`, in order. `socket` separates frames held back per client. */
  apply(socket: object, text: string, topic: string): readonly string[] {
    const out = this.armed.length === 0 ? [text] : this.distort(socket, text, topic);
    const waiting = this.held.get(socket);
    const late = waiting?.get(topic);
    if (waiting === undefined || late === undefined || out.length === 0) return out;
    waiting.delete(topic);
    return [...out, late];
  }

  private distort(socket: object, text: string, topic: string): readonly string[] {
    const at = this.armed.findIndex(({ fault }) => {
      if (fault.topic !== undefined && !topic.includes(fault.topic)) return false;
      return fault.wireSymbol === undefined || namesSymbol(topic, fault.wireSymbol);
    });
    const found = this.armed[at];
    if (found === undefined) return [text];
    const out = this.execute(found.fault, socket, text, topic);
    if (out === null) return [text];
    found.left -= 1;
    found.fired += 1;
    if (found.left <= 0) this.armed.splice(at, 1);
    return out;
  }

  private hold(socket: object, text: string, topic: string): readonly string[] | null {
    const waiting = this.held.get(socket) ?? new Map<string, string>();
    this.held.set(socket, waiting);
    if (waiting.has(topic)) return null;
    waiting.set(topic, text);
    return [];
  }

  /** Null: the fault does not fit this frame and stays armed. */
  private execute(fault: FrameFault, socket: object, text: string, topic: string): readonly string[] | null {
    switch (fault.kind) {
      case 'drop':
        return [];
      case 'duplicate':
        return [text, text];
      case 'truncate':
        return [text.slice(0, Math.floor(text.length / 2))];
      case 'unknown-channel':
        return [renamed(text), text];
      case 'wrong-type':
        return wrongTyped(text);
      case 'cross-book':
        return crossed(text);
      case 'swap-with-next':
        return this.hold(socket, text, topic);
      default:
        throw new Error(`Invariant: unknown fault ${JSON.stringify(fault)}`);
    }
  }
}

function renamed(text: string): string {
  const replacer = (key: string, value: unknown): unknown =>
    CHANNEL_KEYS.includes(key) && typeof value === 'string' ? 'channelThatDoesNotExist' : value;
  return JSON.stringify(JSON.parse(text), replacer);
}

function objectsIn(value: unknown, out: Json[] = []): Json[] {
  if (value === null || typeof value !== 'object') return out;
  if (!Array.isArray(value)) out.push(value as Json);
  for (const inner of Object.values(value)) objectsIn(inner, out);
  return out;
}

function wrongTyped(text: string): readonly string[] | null {
  const root: unknown = JSON.parse(text);
  const objects = objectsIn(root).toReversed();
  for (const object of objects) {
    const key = Object.keys(object).find((name) => Array.isArray(object[name]) || typeof object[name] === 'number');
    if (key === undefined) continue;
    object[key] = { unexpected: true };
    return [JSON.stringify(root)];
  }
  return null;
}

function crossed(text: string): readonly string[] | null {
  const root: unknown = JSON.parse(text);
  for (const object of objectsIn(root)) {
    if (typeof object['change'] === 'string') {
      const [px = ''] = object['change'].split(',');
      object['change'] = `${raised(px)},buy,1`;
      return [JSON.stringify(root)];
    }
    for (const [bidKey, askKey] of BOOK_KEYS) {
      if (bidKey in object && askKey in object && crossPair(object, bidKey, askKey)) return [JSON.stringify(root)];
    }
  }
  return null;
}

/** A price far over the given one, with the same number of decimals, so that it stands on the tick. */
function raised(px: string): string {
  const decimals = px.split('.')[1]?.length ?? 0;
  return (Number(px) * 2).toFixed(decimals);
}

function crossPair(object: Json, bidKey: string, askKey: string): boolean {
  const bid = object[bidKey];
  const ask = object[askKey];
  if (Array.isArray(bid) && Array.isArray(ask)) {
    const sample: unknown = ask[0] ?? bid[0];
    if (!Array.isArray(sample)) return false;
    bid.unshift([raised(String(sample[0])), '1', ...(sample.slice(2) as unknown[])]);
    return true;
  }
  if (typeof bid !== typeof ask || (typeof bid !== 'string' && typeof bid !== 'number')) return false;
  object[bidKey] = ask;
  object[askKey] = bid;
  return Number(bid) !== Number(ask);
}
