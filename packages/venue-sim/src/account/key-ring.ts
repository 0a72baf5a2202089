import type { Venue } from '@riptide/core/domain';
import type { Random } from '@riptide/core/kernel';
import type { SimKey } from './model.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const LOWER_HEX = '0123456789abcdef';

/** How a venue's keys look. */
const SHAPES: Readonly<
  Record<Venue, { key: number; secret: number; letters: string; dashed: boolean; passphrase: boolean }>
> = {
  BINANCE: { key: 64, secret: 64, letters: LETTERS, dashed: false, passphrase: false },
  BYBIT: { key: 18, secret: 36, letters: LETTERS, dashed: false, passphrase: false },
  OKX: { key: 32, secret: 32, letters: LOWER_HEX, dashed: true, passphrase: true },
  KUCOIN: { key: 24, secret: 32, letters: LOWER_HEX, dashed: false, passphrase: true },
};
const PASSPHRASE_LENGTH = 12;

/** What may be changed of a key after it was issued. */
export type KeyLimits = Partial<
  Pick<SimKey, 'canTradeSpot' | 'canTradeFutures' | 'canWithdraw' | 'isReadOnly' | 'ipList' | 'expiresMs'>
>;

function draw(random: Random, length: number, letters: string): string {
  let text = '';
  for (let at = 0; at < length; at += 1) text += letters.charAt(Math.floor(random() * letters.length));
  return text;
}

function dashed(hex: string): string {
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** The keys of a venue. Equal seeds issue equal keys in equal order. */
export class KeyRing {
  private readonly venue: Venue;
  private readonly random: Random;
  private readonly keys = new Map<string, SimKey>();
  private readonly accounts = new Set<number>();
  private lastAccount = 0;

  constructor(venue: Venue, random: Random) {
    this.venue = venue;
    this.random = random;
  }

  /** Issues a key that may trade everything, works from anywhere and can't withdraw, but for what `wish` says; a new account unless it names one. */
  issue(wish: Partial<SimKey>): SimKey {
    const shape = SHAPES[this.venue];
    const apiKey = draw(this.random, shape.key, shape.letters);
    const secret = draw(this.random, shape.secret, shape.dashed ? LOWER_HEX.toUpperCase() : shape.letters);
    const passphrase = shape.passphrase ? draw(this.random, PASSPHRASE_LENGTH, LETTERS) : '';
    const accountId = wish.accountId ?? this.lastAccount + 1;
    this.lastAccount = Math.max(this.lastAccount, accountId);
    const key: SimKey = {
      accountId,
      apiKey: shape.dashed ? dashed(apiKey) : apiKey,
      apiSecret: this.venue === 'KUCOIN' ? dashed(secret) : secret,
      passphrase,
      canTradeSpot: true,
      canTradeFutures: true,
      canWithdraw: false,
      isReadOnly: false,
      ipList: [],
      expiresMs: null,
      ...wish,
    };
    this.keys.set(key.apiKey, key);
    this.accounts.add(accountId);
    return key;
  }

  find(apiKey: string): SimKey | null {
    return this.keys.get(apiKey) ?? null;
  }

  /** Returns false when there is no such key. */
  revoke(apiKey: string): boolean {
    return this.keys.delete(apiKey);
  }

  /** Lets a key run out at a time. Returns false when there is no such key. */
  expire(apiKey: string, expiresMs: number): boolean {
    const key = this.keys.get(apiKey);
    if (key !== undefined) this.keys.set(apiKey, { ...key, expiresMs });
    return key !== undefined;
  }

  /** Changes what a key may do. Returns false when there is no such key. */
  limit(apiKey: string, change: KeyLimits): boolean {
    const key = this.keys.get(apiKey);
    if (key !== undefined) this.keys.set(apiKey, { ...key, ...change });
    return key !== undefined;
  }

  /** Every account that a key was ever issued on. */
  accountIds(): readonly number[] {
    return Array.from(this.accounts).toSorted((a, b) => a - b);
  }

  all(): readonly SimKey[] {
    return Array.from(this.keys.values());
  }
}
