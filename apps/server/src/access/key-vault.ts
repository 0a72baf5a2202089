import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { MarketSource, Venue } from '@riptide/core/domain';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const FORM = 'v1';

/** Which part of which key, or which secret of the server, a sealed text is. A text sealed for one place opens nowhere else. */
export type SecretPlace =
  | {
      readonly venue: Venue;
      readonly market: MarketSource;
      readonly field: 'api_key' | 'api_secret' | 'passphrase';
    }
  | { readonly area: 'access' | 'notify'; readonly name: string };

/** Seals and opens exchange keys and secrets of the server: AES-256-GCM, a fresh 96-bit nonce per value, the place as associated data. */
export class KeyVault {
  private readonly masterKey: Buffer;

  constructor(masterKey: Buffer) {
    if (masterKey.length !== 32) throw new Error('Invariant: a master key has 32 bytes');
    this.masterKey = masterKey;
  }

  /** Returns `v1.<nonce>.<ciphertext and tag>`, both in base64. */
  seal(plain: string, place: SecretPlace): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.masterKey, nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(associatedData(place));
    const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return [FORM, nonce.toString('base64'), sealed.toString('base64')].join('.');
  }

  /** Returns the HMAC-SHA256 of a text under a key of its own for each purpose: what is kept of short codes and tokens. */
  fingerprint(text: string, purpose: string): string {
    const key = Buffer.from(hkdfSync('sha256', this.masterKey, '', `riptide|fingerprint|${purpose}`, 32));
    return createHmac('sha256', key).update(text, 'utf8').digest('hex');
  }

  /** Returns the text, or null when it was sealed with another master key, for another place, or was changed. */
  open(sealed: string, place: SecretPlace): string | null {
    const [form, nonceText, bodyText] = sealed.split('.');
    if (form !== FORM || nonceText === undefined || bodyText === undefined) return null;
    const nonce = Buffer.from(nonceText, 'base64');
    const body = Buffer.from(bodyText, 'base64');
    if (nonce.length !== NONCE_BYTES || body.length < TAG_BYTES) return null;
    const decipher = createDecipheriv('aes-256-gcm', this.masterKey, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(associatedData(place));
    decipher.setAuthTag(body.subarray(body.length - TAG_BYTES));
    const head = decipher.update(body.subarray(0, body.length - TAG_BYTES));
    try {
      return Buffer.concat([head, decipher.final()]).toString('utf8');
    } catch (e) {
      // The only thing `final` can refuse is the tag; the caller shows that the key can't be read.
      if (e instanceof Error) return null;
      throw e;
    }
  }
}

function associatedData(place: SecretPlace): Buffer {
  if ('area' in place) return Buffer.from(`riptide|${place.area}|${place.name}`, 'utf8');
  const { venue, market, field } = place;
  return Buffer.from(`riptide|${market}|${venue}|${field}`, 'utf8');
}
