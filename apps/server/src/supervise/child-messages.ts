import type { Venue } from '@riptide/core/domain';

/** The processes the supervisor starts. */
export type ChildName = 'simulator' | 'engine' | 'server';

export type SimulatorUrls = Readonly<Record<Venue, string>>;

/** What a child tells the supervisor. */
export type ChildMessage =
  | { readonly kind: 'simulator-ready'; readonly baseUrls: SimulatorUrls }
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
  | { readonly kind: 'engine-restarts'; readonly count: number };

/** Returns true for anything with a text `kind`; both ends are this program, so the rest is trusted. */
export function isProcessMessage(value: unknown): value is { readonly kind: string } {
  return typeof value === 'object' && value !== null && typeof (value as { kind?: unknown }).kind === 'string';
}
