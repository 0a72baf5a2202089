import { AccountUser } from '@riptide/contracts';
import { useSyncExternalStore } from 'react';
import { z } from 'zod';

/** The account of this browser; null in gate mode, which is the default. */
export interface AccountFacts {
  readonly user: AccountUser;
  readonly token: string;
  /** The server has confirmed the user since the page was opened. */
  readonly isConfirmed: boolean;
}

const ACCOUNT_KEY = 'riptide.account';
const Stored = z.object({ mode: z.literal('account'), token: z.string().min(1), user: AccountUser });

let current: AccountFacts | null | undefined;
const listeners = new Set<() => void>();

function read(): AccountFacts | null {
  if (current === undefined) current = parse(localStorage.getItem(ACCOUNT_KEY));
  return current;
}

function parse(text: string | null): AccountFacts | null {
  if (text === null) return null;
  try {
    const { token, user } = Stored.parse(JSON.parse(text));
    return { token, user, isConfirmed: false };
  } catch (e) {
    console.info('The stored account is unreadable: gate mode.', e);
    return null;
  }
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
