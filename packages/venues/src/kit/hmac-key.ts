import { hash } from 'node:crypto';

const BLOCK_BYTES = 64;
const DIGEST_BYTES = 32;
const TEXT_BYTES_FIRST = 4_096;
const INNER_PAD = 0x36;
const OUTER_PAD = 0x5c;

/**
 * A secret made ready for HMAC-SHA256 (RFC 2104): its two padded blocks are kept, so that a signature is two plain hashes, without the
 * stream that `createHmac` makes each time.
 */
export class HmacKey {
  private inner: Buffer;
  private readonly outer = Buffer.alloc(BLOCK_BYTES + DIGEST_BYTES);

  constructor(secret: string) {
    const given = Buffer.from(secret, 'utf8');
    const key = given.length > BLOCK_BYTES ? hash('sha256', given, 'buffer') : given;
    this.inner = Buffer.alloc(BLOCK_BYTES + TEXT_BYTES_FIRST);
    for (let at = 0; at < BLOCK_BYTES; at += 1) {
      this.inner[at] = (key[at] ?? 0) ^ INNER_PAD;
      this.outer[at] = (key[at] ?? 0) ^ OUTER_PAD;
    }
  }

  /** Returns the signature of a text. */
  sign(text: string, encoding: 'hex' | 'base64'): string {
    const bytesMax = BLOCK_BYTES + text.length * 3;
    if (bytesMax > this.inner.length) {
      const larger = Buffer.alloc(bytesMax);
      this.inner.copy(larger, 0, 0, BLOCK_BYTES);
      this.inner = larger;
    }
    const end = BLOCK_BYTES + this.inner.write(text, BLOCK_BYTES, 'utf8');
    hash('sha256', this.inner.subarray(0, end), 'buffer').copy(this.outer, BLOCK_BYTES);
    return hash('sha256', this.outer, encoding);
  }
}

const keys = new WeakMap<object, HmacKey>();

/** Returns the ready secret of a key; kept as long as the key itself. */
export function hmacKeyOf(key: { readonly apiSecret: string }): HmacKey {
  const known = keys.get(key);
  if (known !== undefined) return known;
  const made = new HmacKey(key.apiSecret);
  keys.set(key, made);
  return made;
}
