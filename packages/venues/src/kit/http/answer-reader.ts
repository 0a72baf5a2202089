/** The head of an answer, names in lower case; a name that came twice has a list. */
export interface AnswerHead {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
}

/** A whole answer. `text` is null when the body was longer than the bound. */
export interface WholeAnswer extends AnswerHead {
  readonly text: string | null;
  /** False: the peer closes the connection, or where it ends can't be told; nothing more may be sent on it. */
  readonly isReusable: boolean;
}

type Framing = 'head' | 'length' | 'chunk-size' | 'chunk' | 'chunk-end' | 'trailer' | 'until-close' | 'done';

const HEAD_END = '\r\n\r\n';
const HEAD_BYTES_MAX = 64 << 10;
const LINE_BYTES_MAX = 4 << 10;
const NO_BODY: ReadonlySet<number> = new Set([204, 304]);

/**
 * Reads one answer of HTTP/1.1 from the bytes of a connection (RFC 9112): a body of a stated length, in chunks, or up to the close.
 * One reader per request; requests don't overlap on a connection.
 */
export class AnswerReader {
  private readonly bytesMax: number;
  private framing: Framing = 'head';
  private pending: Buffer = Buffer.alloc(0);
  private head: AnswerHead = { status: 0, headers: {} };
  private readonly parts: Buffer[] = [];
  private size = 0;
  private left = 0;
  private isKept = true;

  constructor(bytesMax: number) {
    this.bytesMax = bytesMax;
  }

  /**
   * Takes the next bytes. Returns the answer when it is whole, null while it is not.
   *
   * @throws RangeError for bytes that are no HTTP/1.1.
   */
  feed(bytes: Buffer): WholeAnswer | null {
    this.pending = this.pending.length === 0 ? bytes : Buffer.concat([this.pending, bytes]);
    while (this.step());
    if (this.framing !== 'done') return null;
    // Bytes behind an answer belong to no request.
    return this.whole(this.isKept && this.pending.length === 0);
  }

  /** The peer closed: returns the answer if that was how its body ends, else null. */
  end(): WholeAnswer | null {
    return this.framing === 'until-close' ? this.whole(false) : null;
  }

  /** Does one piece; false when more bytes are needed, or none. */
  private step(): boolean {
    switch (this.framing) {
      case 'head':
        return this.readHead();
      case 'length':
      case 'chunk':
        return this.readBody();
      case 'chunk-size':
        return this.readChunkSize();
      case 'chunk-end':
        return this.readLine() !== null && this.enter('chunk-size');
      case 'trailer':
        return this.readTrailer();
      case 'until-close':
        this.keep(this.pending);
        this.pending = Buffer.alloc(0);
        return false;
      case 'done':
        return false;
    }
  }

  private readHead(): boolean {
    const end = this.pending.indexOf(HEAD_END);
    if (end < 0) {
      if (this.pending.length > HEAD_BYTES_MAX) throw new RangeError('head too long');
      return false;
    }
    this.head = readHeadText(this.pending.toString('latin1', 0, end));
    this.pending = this.pending.subarray(end + HEAD_END.length);
    const { status, headers } = this.head;
    // An interim answer: the real one follows.
    if (status >= 100 && status < 200) return true;
    this.isKept = !valueOf(headers, 'connection').toLowerCase().includes('close');
    const coding = valueOf(headers, 'transfer-encoding').toLowerCase();
    if (NO_BODY.has(status)) return this.enter('done');
    if (coding !== '') {
      if (coding !== 'chunked') throw new RangeError(`transfer-encoding ${coding}`);
      return this.enter('chunk-size');
    }
    const length = headers['content-length'];
    if (length === undefined) return this.enter('until-close');
    this.left = readLength(length);
    return this.enter(this.left === 0 ? 'done' : 'length');
  }

  private readBody(): boolean {
    if (this.pending.length === 0) return false;
    const taken = Math.min(this.left, this.pending.length);
    this.keep(this.pending.subarray(0, taken));
    this.pending = this.pending.subarray(taken);
    this.left -= taken;
    if (this.left > 0) return false;
    return this.enter(this.framing === 'chunk' ? 'chunk-end' : 'done');
  }

  private readChunkSize(): boolean {
    const line = this.readLine();
    if (line === null) return false;
    const size = /^([0-9a-f]{1,8})(?:[ \t]*;.*)?$/i.exec(line)?.[1];
    if (size === undefined) throw new RangeError('no size of a chunk');
    this.left = Number.parseInt(size, 16);
    return this.enter(this.left === 0 ? 'trailer' : 'chunk');
  }

  private readTrailer(): boolean {
    const line = this.readLine();
    if (line === null) return false;
    return line === '' ? this.enter('done') : true;
  }

  private readLine(): string | null {
    const end = this.pending.indexOf('\r\n');
    if (end < 0) {
      if (this.pending.length > LINE_BYTES_MAX) throw new RangeError('line too long');
      return null;
    }
    const line = this.pending.toString('latin1', 0, end);
    this.pending = this.pending.subarray(end + 2);
    return line;
  }

  private keep(bytes: Buffer): void {
    this.size += bytes.length;
    if (this.size <= this.bytesMax) this.parts.push(bytes);
  }

  private enter(framing: Framing): true {
    this.framing = framing;
    return true;
  }

  private whole(isReusable: boolean): WholeAnswer {
    const text = this.size > this.bytesMax ? null : Buffer.concat(this.parts).toString('utf8');
    return { ...this.head, text, isReusable };
  }
}

function readHeadText(text: string): AnswerHead {
  const [statusLine = '', ...lines] = text.split('\r\n');
  const status = Number(/^HTTP\/1\.1 ([1-5]\d{2})(?: |$)/.exec(statusLine)?.[1] ?? Number.NaN);
  if (!Number.isInteger(status)) throw new RangeError('no status line of HTTP/1.1');
  const headers: Record<string, string | string[]> = Object.create(null) as Record<string, string | string[]>;
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon <= 0 || line.startsWith(' ') || line.startsWith('\t')) throw new RangeError('no header');
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    const known = headers[name];
    headers[name] = known === undefined ? value : [...(Array.isArray(known) ? known : [known]), value];
  }
  return { status, headers };
}

function valueOf(headers: AnswerHead['headers'], name: string): string {
  const value = headers[name] ?? '';
  return Array.isArray(value) ? value.join(',') : value;
}

function readLength(value: string | string[]): number {
  if (Array.isArray(value) || !/^\d{1,15}$/.test(value)) throw new RangeError('no content-length');
  return Number(value);
}
