import type { DecodeCounters, FeedSubscription, Venue } from '@riptide/core/domain';
import type { Random } from '@riptide/core/kernel';
import { newDecodeCounters, type FrameDecoder, type VenueDecoding } from '@riptide/venues/kit';
import { Mutator } from './mutate.ts';
import { tellPlainly, type PlainContext } from './plain-reading.ts';
import type { SeedSocket } from './seeds.ts';
import { Told } from './told.ts';

const RECV_MS = 1_700_000_000_000;
const OPEN_ARRAY = 91;
const OPEN_OBJECT = 123;
const SPACE = Buffer.from(' ');
/** Room for a frame and what one mutation may add, twice. */
const FRAME_BYTES = 16_384;
const CORPUS_MAX = 20_000;
const MISSES_KEPT = 3;
const TIERS = ['fast', 'keyed', 'slow', 'control', 'malformed', 'unknown', 'offTick'] as const;

const SLOW = TIERS.indexOf('slow');

/** Two readings of one frame that differ. */
export interface Miss {
  readonly what: 'tiers differ' | 'plain reading differs' | 'no JSON taken' | 'counted wrongly' | 'threw';
  readonly frame: string;
  readonly detail: string;
}

/** What a run found. */
export interface FuzzCount {
  frames: number;
  /** By the byte template, of those that a template took. */
  fast: number;
  /** Frames that told of a book, a quote or a trade. */
  told: number;
  /** Of these, compared with the plain reading. */
  compared: number;
  /** Told, but with a key twice, or of a form the plain reading does not know. */
  ambiguous: number;
  missCount: number;
}

/** The two lanes a frame goes through: as it is, and with a space behind its first bracket, which no template has. */
interface Lane {
  readonly decoder: FrameDecoder;
  readonly counters: DecodeCounters;
  readonly told: Told;
}

/** Fuzzes the decoder of one socket of a venue. */
export class SocketFuzz {
  readonly count: FuzzCount = { frames: 0, fast: 0, told: 0, compared: 0, ambiguous: 0, missCount: 0 };
  readonly misses: Miss[] = [];
  /** Every way a frame has gone so far. */
  readonly paths = new Set<number>();
  private readonly venue: Venue;
  private readonly socket: SeedSocket;
  private readonly decoding: VenueDecoding;
  private readonly corpus: Buffer[];
  private readonly mutator: Mutator;
  private readonly random: Random;
  private readonly bytes = Buffer.alloc(FRAME_BYTES);
  private readonly plain = new Told();
  private readonly context: PlainContext;
  private asItIs: Lane;
  private spaced: Lane;

  constructor(venue: Venue, decoding: VenueDecoding, socket: SeedSocket, random: Random) {
    this.venue = venue;
    this.socket = socket;
    this.decoding = decoding;
    this.random = random;
    this.corpus = [...socket.frames];
    this.mutator = new Mutator(random);
    this.asItIs = this.newLane();
    this.spaced = this.newLane();
    const bySymbol = new Map(socket.subscriptions.map((one) => [one.instrument.wireSymbol, one]));
    const byIx = new Map(socket.subscriptions.map((one) => [one.ix, one]));
    this.context = {
      ixOf: (symbol) => bySymbol.get(symbol)?.ix ?? -1,
      decimalsOf: (ix) => (byIx.get(ix) as FeedSubscription | undefined)?.scale.pxDecimals ?? 0,
    };
  }

  /** Frames that were kept because they went a new way. */
  get grown(): number {
    return this.corpus.length - this.socket.frames.length;
  }

  /** Reads every seed unchanged: their ways are known then, and they must agree too. */
  runSeeds(): void {
    for (const frame of this.socket.frames) this.judge(frame, 0);
  }

  /** Changes so many frames and judges them. */
  run(frames: number): void {
    const { corpus, mutator, random } = this;
    for (let nth = 0; nth < frames; nth += 1) {
      const frame = corpus[Math.floor(random() * corpus.length)] as Buffer;
      const other = corpus[Math.floor(random() * corpus.length)] as Buffer;
      const changed = mutator.mutate(frame, other);
      if (this.judge(changed, mutator.last + 1) && corpus.length < CORPUS_MAX) corpus.push(Buffer.from(changed));
    }
  }

  /** True when the frame went a way that none before it went. */
  private judge(frame: Buffer, mutation: number): boolean {
    const { asItIs, spaced, count } = this;
    count.frames += 1;
    if (frame.length === 0) return false;
    const first = this.decode(asItIs, frame, null);
    const isWrapped = frame[0] === OPEN_OBJECT || frame[0] === OPEN_ARRAY;
    const second = isWrapped ? this.decode(spaced, frame, SPACE) : first;
    if (first === null || second === null) {
      this.startOver();
      return false;
    }
    if (first === 0) count.fast += 1;
    const isSame = !isWrapped || (this.isSameTier(first, second) && asItIs.told.equals(spaced.told));
    if (!isSame)
      this.miss(
        'tiers differ',
        frame,
        `${tierName(first)} told ${this.show(asItIs.told)}, ${tierName(second)} told ${this.show(spaced.told)}`,
      );
    const plainly = asItIs.told.numbers.length > 0 ? this.comparePlainly(frame) : 0;
    const path = this.pathOf(first, second, plainly);
    if (!isSame) this.startOver();
    if (this.paths.has(path)) return false;
    this.paths.add(path);
    return mutation > 0;
  }

  /** Returns the tier that counted the frame; null after a throw or a wrong count. */
  private decode({ counters, decoder, told }: Lane, frame: Buffer, space: Buffer | null): number | null {
    const { bytes } = this;
    told.clear();
    for (const tier of TIERS) counters[tier] = 0;
    bytes[0] = frame[0] as number;
    const added = space?.copy(bytes, 1) ?? 0;
    const end = 1 + added + frame.copy(bytes, 1 + added, 1);
    // Something of another frame stands behind it, as in a socket's buffer.
    bytes[end] = 44;
    bytes[end + 1] = 34;
    try {
      decoder.decode(bytes, 0, end, RECV_MS);
    } catch (error) {
      this.miss('threw', frame, String(error));
      return null;
    }
    const { control, fast, keyed, malformed, slow, unknown } = counters;
    if (fast + keyed + slow + control + malformed + unknown !== 1) {
      this.miss('counted wrongly', frame, JSON.stringify(counters));
      return null;
    }
    return TIERS.findIndex((tier) => counters[tier] === 1);
  }

  /** Templates, keys and JSON.parse are one answer by three ways; anything else must be the same word. */
  private isSameTier(first: number, second: number): boolean {
    const word = (tier: number): number => Math.max(SLOW, tier);
    return word(first) === word(second) && this.asItIs.counters.offTick === this.spaced.counters.offTick;
  }

  /** 1: equal, 2: no JSON, 3: ambiguous, 4: differs. */
  private comparePlainly(frame: Buffer): number {
    const { asItIs, count, plain } = this;
    const text = frame.toString('utf8');
    let parsed: unknown;
    try {
      parsed = JSON.parse(text);
    } catch {
      this.miss('no JSON taken', frame, `decoder told ${this.show(asItIs.told)}`);
      return 2;
    }
    if (asItIs.told.hotCount === 0) return 0;
    count.told += 1;
    plain.clear();
    if (hasKeyTwice(text, parsed) || !tellPlainly(this.venue, parsed, this.context, plain)) {
      count.ambiguous += 1;
      return 3;
    }
    count.compared += 1;
    if (plain.equals(asItIs.told)) return 1;
    this.miss('plain reading differs', frame, `decoder told ${this.show(asItIs.told)}, plain ${this.show(plain)}`);
    return 4;
  }

  /** Which tiers read the frame, what was told of it, how much, and how long its numbers are. */
  private pathOf(first: number, second: number, plainly: number): number {
    const { numbers, texts } = this.asItIs.told;
    const kind = numbers[0] ?? 0;
    const sides =
      kind === 1 ? bucket(numbers[9] ?? 0) * 4 + bucket(numbers[10] ?? 0) : Math.min(3, numbers.length >> 3);
    const word = texts.length === 0 ? 0 : (texts[0] as string).charCodeAt(0) & 31;
    const missing = (numbers[3] === -1 ? 1 : 0) + (numbers[5] === -1 ? 2 : 0) + (Number.isNaN(numbers[6]) ? 4 : 0);
    const far = kind === 1 && (numbers[8] ?? 0) > 0 ? 1 : 0;
    const parts = [
      [first + 1, 8],
      [second + 1, 8],
      [plainly, 5],
      [kind, 9],
      [sides, 16],
      [word, 32],
      [missing, 8],
      [far, 2],
    ];
    let path = 0;
    for (const [value = 0, of = 1] of parts) path = path * of + value;
    return path * 4 + digitRun(this.bytes);
  }

  private miss(what: Miss['what'], frame: Buffer, detail: string): void {
    this.count.missCount += 1;
    if (this.misses.length < MISSES_KEPT) this.misses.push({ what, frame: frame.toString('latin1'), detail });
  }

  private show({ numbers, texts }: Told): string {
    return JSON.stringify({ numbers: numbers.map((value) => (Number.isNaN(value) ? 'NaN' : value)), texts });
  }

  private startOver(): void {
    this.asItIs = this.newLane();
    this.spaced = this.newLane();
  }

  private newLane(): Lane {
    const told = new Told();
    const counters = newDecodeCounters();
    const { product, subscriptions } = this.socket;
    return { told, counters, decoder: this.decoding.createDecoder({ product, subscriptions, out: told, counters }) };
  }
}

function tierName(tier: number): string {
  return TIERS[tier] ?? 'none';
}

function bucket(count: number): number {
  return count === 0 ? 0 : count === 1 ? 1 : count < 10 ? 2 : 3;
}

/** 0 to 3 by the longest run of digits among the first bytes: what fits an int32, a double, a long, nothing. */
function digitRun(bytes: Buffer): number {
  let longest = 0;
  let run = 0;
  for (let at = 0; at < 160; at += 1) {
    if (((bytes[at] as number) ^ 48) < 10) run += 1;
    else run = 0;
    if (run > longest) longest = run;
  }
  return longest <= 9 ? 0 : longest <= 15 ? 1 : longest <= 19 ? 2 : 3;
}

/** True when an object of the text has a key more than once: readers may differ then. */
function hasKeyTwice(text: string, parsed: unknown): boolean {
  const written = text.match(/"(?:[^"\\]|\\.)*"\s*:/g)?.length ?? 0;
  return written !== keysIn(parsed);
}

function keysIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const children = Object.values(value).reduce<number>((sum, child) => sum + keysIn(child), 0);
  return children + (Array.isArray(value) ? 0 : Object.keys(value).length);
}
