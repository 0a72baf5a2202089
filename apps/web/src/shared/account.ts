import type { AccountUser } from '@riptide/contracts/calls';
import { useSyncExternalStore } from 'react';
import { ACCOUNT_KEY } from '../lib/account-key.ts';

/** The account of this browser; null in gate mode, which is the default. */
export interface AccountFacts {
  readonly user: AccountUser;
  readonly token: string;
  /** The server has confirmed the user since the page was opened. */
  readonly isConfirmed: boolean;
}

let current: AccountFacts | null | undefined;
const listeners = new Set<() => void>();

function read(): AccountFacts | null {
  if (current === undefined) current = parse(localStorage.getItem(ACCOUNT_KEY));
  return current;
}

function parse(text: string | null): AccountFacts | null {
  if (text === null) return null;
  try {
    return stored(JSON.parse(text));
  } catch (e) {
    console.info('The stored account is unreadable: gate mode.', e);
    return null;
  }
}

function stored(value: unknown): AccountFacts {
  const { mode, token, user } = value as { mode?: unknown; token?: unknown; user?: Partial<AccountUser> | null };
  const { email, is_verified, two_factor_enabled, created_at } = user ?? {};
  if (
    mode !== 'account' ||
    typeof token !== 'string' ||
    token === '' ||
    typeof email !== 'string' ||
    typeof is_verified !== 'boolean' ||
    typeof two_factor_enabled !== 'boolean' ||
    typeof created_at !== 'number'
  )
    throw new TypeError('It is not of the shape that this page stores.');
  return { token, user: { email, is_verified, two_factor_enabled, created_at }, isConfirmed: false };
}

function set(next: AccountFacts | null): void {
  current = next;
  if (next === null) localStorage.removeItem(ACCOUNT_KEY);
  else localStorage.setItem(ACCOUNT_KEY, JSON.stringify({ mode: 'account', token: next.token, user: next.user }));
  for (const listener of listeners) listener();
}

/** Takes over what another tab of this browser stored meanwhile. */
export function rereadAccount(): void {
  current = parse(localStorage.getItem(ACCOUNT_KEY));
  for (const listener of listeners) listener();
}

/** The token that calls carry; null in gate mode. */
export function bearerToken(): string | null {
  return read()?.token ?? null;
}

/** Keeps an account after a login or a confirmation by the server. */
export function keepAccount(account: Omit<AccountFacts, 'isConfirmed'>): void {
  set({ ...account, isConfirmed: true });
}

/** Keeps a renewed token of the same account. */
export function keepToken(token: string): void {
  const before = read();
  if (before !== null) set({ ...before, token });
}

/** Goes back to gate mode. */
export function dropAccount(): void {
  set(null);
}

/** Gives the account of this browser and follows it; null in gate mode. */
export function useAccount(): AccountFacts | null {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, read);
}
