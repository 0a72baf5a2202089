import {
  BRACKET_BPS,
  LAUNCHER_DEFAULTS,
  VENUE_NAMES,
  type RouteInput,
  type VenueName,
  type executeLive,
} from '@riptide/contracts/calls';
import { FIRST_BRACKET } from '../../../shared/arb-trades/use-usual-bracket.ts';
import { readSize, sizeError } from '../../../shared/size-text.ts';

export type LaunchOrder = RouteInput<typeof executeLive>['body'];

export interface LaunchForm {
  readonly symbol: string;
  readonly venues: readonly VenueName[];
  /** As typed; of quantity and notional one at most is filled. */
  readonly qty: string;
  readonly notionalUsd: string;
  readonly bracket: 'panic' | 'none';
  readonly tpBps: string;
  readonly slBps: string;
  /** An expected loss is taken, for the reason given. */
  readonly isOverridden: boolean;
  readonly reason: string;
}

export const FIRST_LAUNCH: LaunchForm = {
  symbol: 'BTCUSDT',
  venues: VENUE_NAMES,
  qty: '',
  notionalUsd: String(LAUNCHER_DEFAULTS.notional_usd),
  bracket: LAUNCHER_DEFAULTS.with_bracket,
  ...FIRST_BRACKET,
  isOverridden: false,
  reason: '',
};

export const BRACKET_HINT = `${BRACKET_BPS.min} to ${BRACKET_BPS.max}, net of the pair`;

export const REASON_MAX = 200;

export type LaunchErrors = Readonly<
  Record<'symbol' | 'venues' | 'qty' | 'notionalUsd' | 'tpBps' | 'slBps' | 'reason', string | null>
>;

/**
 * Reads the form as the order it asks for; null with the reasons where none can be made of it.
 *
 * Quantity and notional go only when filled. The reason of an override is no part of it: it changes nothing of a preview.
 */
export function readLaunchForm(form: LaunchForm): {
  readonly order: LaunchOrder | null;
  readonly errors: LaunchErrors;
} {
  const hasBracket = form.bracket !== 'none';
  const [tp, sl] = [readBps(form.tpBps), readBps(form.slBps)];
  const symbol = form.symbol.trim().toUpperCase();
  const errors: LaunchErrors = {
    symbol: symbol === '' ? 'Enter a symbol' : null,
    venues: form.venues.length >= 2 ? null : 'Choose two venues at least',
    qty: sizeError(form.qty),
    notionalUsd: sizeError(form.notionalUsd),
    tpBps: !hasBracket || tp !== null ? null : `Enter ${BRACKET_HINT}`,
    slBps: !hasBracket || sl !== null ? null : `Enter ${BRACKET_HINT}`,
    reason: form.isOverridden && form.reason.trim() === '' ? 'Say why an expected loss is taken' : null,
  };
  const { reason: _, ...ofOrder } = errors;
  if (Object.values(ofOrder).some((error) => error !== null)) return { order: null, errors };
  const [qty, notionalUsd] = [readSize(form.qty), readSize(form.notionalUsd)];
  const order: LaunchOrder = {
    symbol,
    mode: 'ARB',
    venues: [...form.venues],
    ...(typeof qty === 'number' ? { qty } : {}),
    ...(typeof notionalUsd === 'number' ? { notional_usd: notionalUsd } : {}),
    with_bracket: form.bracket,
    ...(hasBracket && tp !== null && sl !== null ? { tp_bps: tp, sl_bps: sl } : {}),
    ...(form.isOverridden ? { accept_negative: true } : {}),
  };
  return { order, errors };
}

function readBps(text: string): number | null {
  const bps = readSize(text);
  return typeof bps === 'number' && bps >= BRACKET_BPS.min && bps <= BRACKET_BPS.max ? bps : null;
}
