import type { addCooldown, getCooldowns, RouteInput, RouteOutput, VenueName } from '@riptide/contracts/calls';
import { remainingSeconds } from './remaining.ts';

/** The venues by the names the form shows. */
export const COOLDOWN_VENUES: readonly { readonly value: VenueName; readonly label: string }[] = [
  { value: 'BINANCE', label: 'Binance' },
  { value: 'BYBIT', label: 'Bybit' },
  { value: 'OKX', label: 'OKX' },
  { value: 'KUCOIN', label: 'KuCoin' },
];

export const COOLDOWN_ACTIONS = ['trade', 'cancel'] as const;

/** What Add falls back to. */
export const DEFAULT_SECONDS = 60;
const MOST_SECONDS = 604_800;

export const PRESETS = [
  { label: '1m', seconds: 60 },
  { label: '5m', seconds: 300 },
  { label: '1h', seconds: 3600 },
] as const;

export interface CooldownDraft {
  readonly symbol: string;
  readonly venue: VenueName | '';
  readonly action: (typeof COOLDOWN_ACTIONS)[number];
  readonly seconds: string;
}

/** Reads the duration; what is no number counts as 60, one beyond all bounds as what it is. */
export function readSeconds(text: string): number {
  const seconds = Number(text);
  return text.trim() === '' || Number.isNaN(seconds) ? DEFAULT_SECONDS : seconds;
}

/** Says what is wrong with the duration; null when nothing is. */
export function secondsFault(text: string): string | null {
  const seconds = readSeconds(text);
  return seconds >= 1 && seconds <= MOST_SECONDS ? null : 'Enter 1 to 604,800 s';
}

/** Gives what Add sends; null while symbol or venue is missing or the duration can't be. */
export function cooldownBody({
  symbol,
  venue,
  action,
  seconds,
}: CooldownDraft): RouteInput<typeof addCooldown>['body'] | null {
  const name = symbol.trim().toUpperCase();
  if (name === '' || venue === '' || secondsFault(seconds) !== null) return null;
  return { symbol: name, venue, action, duration_seconds: readSeconds(seconds) };
}

type Running = RouteOutput<typeof getCooldowns>['active_cooldowns'];

/** Gives what is left, in seconds, of a cooldown whose place Add would take; null when none runs. */
export function replacedSeconds(
  { symbol, venue, action }: CooldownDraft,
  running: Running | undefined,
  ageMs: number,
): number | null {
  const row = running?.[`${symbol.trim().toUpperCase()}:${venue}:${action}`];
  const left = row === undefined ? 0 : remainingSeconds(row, ageMs);
  return left > 0 ? left : null;
}
