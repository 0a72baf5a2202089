import { VENUE_NAMES, type RouteInput, type VenueName, type precheckTrade } from '@riptide/contracts/calls';
import { readSize, sizeError } from '../../../shared/size-text.ts';

export type PrecheckBody = RouteInput<typeof precheckTrade>['body'];

export interface SimulatorForm {
  readonly symbol: string;
  readonly mode: 'ARB' | 'SCALP';
  readonly venues: readonly VenueName[];
  /** As typed; of quantity and notional one at most is filled. */
  readonly qty: string;
  readonly notionalUsd: string;
}

export const FIRST_FORM: SimulatorForm = {
  symbol: 'BTCUSDT',
  mode: 'ARB',
  venues: VENUE_NAMES,
  qty: '0.002',
  notionalUsd: '',
};

export type SimulatorErrors = Readonly<Record<'symbol' | 'venues' | 'qty' | 'notionalUsd', string | null>>;

/** Reads the form as the question it asks; null with the reasons where it can't be asked. Quantity and notional go only when filled. */
export function readSimulator(form: SimulatorForm): {
  readonly body: PrecheckBody | null;
  readonly errors: SimulatorErrors;
} {
  const symbol = form.symbol.trim().toUpperCase();
  const needs = form.mode === 'ARB' ? 2 : 1;
  const errors: SimulatorErrors = {
    symbol: symbol === '' ? 'Enter a symbol' : null,
    venues: form.venues.length >= needs ? null : needs === 2 ? 'Choose two venues at least' : 'Choose a venue',
    qty: sizeError(form.qty),
    notionalUsd: sizeError(form.notionalUsd),
  };
  if (Object.values(errors).some((error) => error !== null)) return { body: null, errors };
  const [qty, notionalUsd] = [readSize(form.qty), readSize(form.notionalUsd)];
  const body: PrecheckBody = {
    symbol,
    mode: form.mode,
    venues: [...form.venues],
    ...(typeof qty === 'number' ? { qty } : {}),
    ...(typeof notionalUsd === 'number' ? { notional_usd: notionalUsd } : {}),
  };
  return { body, errors };
}
