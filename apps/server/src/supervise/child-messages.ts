import type { Venue, VenueKey } from '@riptide/core/domain';

/** The processes the supervisor starts. */
export type ChildName = 'simulator' | 'engine' | 'server';

export type SimulatorUrls = Readonly<Record<Venue, string>>;

/** The key that each simulated venue issues at its start. */
export type SimulatorKeys = Readonly<Record<Venue, VenueKey>>;

/** What a child tells the supervisor. */
export type ChildMessage =
  /** `keys` is null over recordings, which have no accounts. */
  | { readonly kind: 'simulator-ready'; readonly baseUrls: SimulatorUrls; readonly keys: SimulatorKeys | null }
  /** Told before `simulator-ready`, where there is a control API. */
  | { readonly kind: 'simulator-control'; readonly url: string }
  | { readonly kind: 'engine-ready' }
  | { readonly kind: 'server-ready'; readonly url: string; readonly generatedPassword: string | null }
  /** The child can't run at all and a restart would not help; `line` is for the person who started it. */
  | { readonly kind: 'fatal'; readonly line: string };

/** What the supervisor tells a child. */
export type SupervisorMessage =
  | { readonly kind: 'stop' }
  | { readonly kind: 'simulator-urls'; readonly baseUrls: SimulatorUrls }
  | { readonly kind: 'simulator-keys'; readonly keys: SimulatorKeys }
  | { readonly kind: 'engine-restarts'; readonly count: number };

/** Returns true for anything with a text `kind`; both ends are this program, so the rest is trusted. */
export function isProcessMessage(value: unknown): value is { readonly kind: string } {
  return typeof value === 'object' && value !== null && typeof (value as { kind?: unknown }).kind === 'string';
}
