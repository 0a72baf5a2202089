import {
  BRACKET_BPS,
  LAUNCHER_DEFAULTS,
  type SEQUENCING_NAMES,
  type Opportunity,
  type RouteInput,
  type executeLive,
} from '@riptide/contracts/calls';
import { FIRST_BRACKET, type UsualBracket } from '../../../shared/arb-trades/use-usual-bracket.ts';

export type TicketOrder = RouteInput<typeof executeLive>['body'];

export interface TicketForm {
  /** As typed. */
  readonly notionalUsd: string;
  readonly bracket: 'panic' | 'none';
  readonly tpBps: string;
  readonly slBps: string;
  readonly sequencing: 'auto' | (typeof SEQUENCING_NAMES)[number];
  readonly acceptsNegative: boolean;
}

export interface TicketErrors {
  readonly notionalUsd: string | null;
  readonly tpBps: string | null;
  readonly slBps: string | null;
}

export const TICKET_BOUNDS = {
  notionalUsd: 'over 0 USD, per leg',
  bracket: `${BRACKET_BPS.min} to ${BRACKET_BPS.max} bps, net of the pair`,
} as const;

const NUMBER = /^\s*(\d+(\.\d*)?|\.\d+)\s*$/;

/** Starts a ticket at the size the row was computed at, with the usual bracket. */
export function ticketOfRow(row: Opportunity, usual: UsualBracket = FIRST_BRACKET): TicketForm {
  return {
    notionalUsd: String(Math.max(1, Math.floor(row.volume_usd))),
    bracket: LAUNCHER_DEFAULTS.with_bracket,
    ...usual,
    sequencing: 'auto',
    acceptsNegative: false,
  };
}

/** Reads a ticket as the order it asks for; null with the reasons where it can't be sent. */
export function readTicket(
  form: TicketForm,
  opportunityId: string,
): { readonly order: TicketOrder | null; readonly errors: TicketErrors } {
  const read = (text: string): number | null => (NUMBER.test(text) ? Number(text) : null);
  const [notional, tp, sl] = [read(form.notionalUsd), read(form.tpBps), read(form.slBps)];
  const hasBracket = form.bracket !== 'none';
  const isBracket = (bps: number | null): boolean =>
    !hasBracket || (bps !== null && bps >= BRACKET_BPS.min && bps <= BRACKET_BPS.max);
  const errors: TicketErrors = {
    notionalUsd: notional !== null && notional > 0 ? null : `Enter ${TICKET_BOUNDS.notionalUsd}`,
    tpBps: isBracket(tp) ? null : `Enter ${TICKET_BOUNDS.bracket}`,
    slBps: isBracket(sl) ? null : `Enter ${TICKET_BOUNDS.bracket}`,
  };
  if (notional === null || Object.values(errors).some((error) => error !== null)) return { order: null, errors };
  const order: TicketOrder = {
    opportunity_id: opportunityId,
    notional_usd: notional,
    with_bracket: form.bracket,
    ...(hasBracket && tp !== null && sl !== null ? { tp_bps: tp, sl_bps: sl } : {}),
    ...(form.sequencing === 'auto' ? {} : { sequencing: form.sequencing }),
    ...(form.acceptsNegative ? { accept_negative: true } : {}),
  };
  return { order, errors };
}
