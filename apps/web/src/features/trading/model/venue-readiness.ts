import type { ConnectionStatus, VenueHealth, VenueName } from '@riptide/contracts/calls';
import type { DotTone } from '../../../ui/dot.tsx';

const READINESS_TEXTS = {
  checking: 'Checking...',
  noKeys: 'Missing API keys',
  noFutures: 'No futures permission',
  connecting: 'Connecting...',
  failed: 'Connection failed',
  ready: 'Ready for futures trading',
} as const;

export interface Readiness {
  readonly isReady: boolean;
  readonly text: (typeof READINESS_TEXTS)[keyof typeof READINESS_TEXTS];
  /** The server's words on it; null where the text says all. */
  readonly detail: string | null;
  readonly tone: DotTone;
}

/**
 * Judges whether futures can be traded at a venue: keys there, futures permitted, connected, market data coming; undefined is not known yet.
 */
export function readinessOf(
  status: ConnectionStatus | undefined,
  feed?: Pick<VenueHealth, 'status' | 'reason'>,
): Readiness {
  const judge = (text: Readiness['text'], tone: DotTone): Readiness => ({
    isReady: text === READINESS_TEXTS.ready,
    text,
    detail: status?.reason ?? null,
    tone,
  });
  if (status === undefined) return judge(READINESS_TEXTS.checking, 'off');
  if (!status.hasKeys) return judge(READINESS_TEXTS.noKeys, 'off');
  if (status.hasFuturesPermission === false) return judge(READINESS_TEXTS.noFutures, 'warn');
  if (!status.connected && status.is_connecting === true) return judge(READINESS_TEXTS.connecting, 'off');
  if (!status.connected) return judge(READINESS_TEXTS.failed, 'danger');
  if (feed?.status === 'down')
    return { ...judge(READINESS_TEXTS.failed, 'danger'), detail: feed.reason ?? 'no market data' };
  // Connected but never tested: what the key may do is not known yet.
  if (status.hasFuturesPermission === null) return judge(READINESS_TEXTS.checking, 'off');
  return judge(READINESS_TEXTS.ready, 'ok');
}

/** Returns whether nothing is wrong yet: the venue is being asked or connected, and there is nothing to do about it. */
export function isAsked({ text }: Readiness): boolean {
  return text === READINESS_TEXTS.checking || text === READINESS_TEXTS.connecting;
}

/** What is said of a venue that can't be traded at. */
export function notReadyText(venue: VenueName): string {
  return `${venue} not ready for futures trading`;
}

export const NOT_CONNECTED_TEXT = 'Exchange not connected. Please test connection first.';
