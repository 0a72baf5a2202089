import { ok, type Result } from '@riptide/core/domain';
import {
  SIM_REFUSALS,
  type PrivateCallFault,
  type PrivateCallName,
  type PrivateEventFault,
  type PrivateEventName,
} from '../account/model.ts';
import { faultKind, type FaultKind, type FaultTarget } from './fault-kind.ts';
import type { FaultEffect } from './fault-ledger.ts';
import { choice, count, defaulted, number, numberChoice, optional, whole, type Field, type Fields } from './fields.ts';
import type { JsonObject } from './control-answer.ts';

const CALLS: readonly PrivateCallName[] = [
  'place',
  'cancel',
  'query-order',
  'open-orders',
  'fills',
  'positions',
  'balances',
  'settings',
  'key',
  'other',
];
const EVENTS: readonly PrivateEventName[] = ['order', 'fill', 'position', 'balance'];
const STATUSES = [429, 418, 500, 502, 503, 504] as const;
const DELAY_MS = { min: 0, max: 120_000 } as const;

const CHANCE = defaulted(number({ min: 0.0001, max: 1 }, 'chance of striking at each opportunity'), 1);
const COUNT = defaulted(count('how often it strikes'), 1);
const CALL = optional(choice(CALLS, 'which private call; any when absent'));
const EVENT = optional(choice(EVENTS, 'which private event; any when absent'));

/** Faults of private calls and private events. */
export const PRIVATE_FAULT_KINDS: Readonly<Record<string, FaultKind>> = {
  latency: callKind('the call is done and answered late', {
    fields: { ms: whole(DELAY_MS, 'how late, milliseconds') },
    example: { call: 'place', ms: 750 },
    fault: ({ ms }) => ({ kind: 'delay', ms: Number(ms) }),
  }),
  'answer-lost': callKind('the call is done, its answer never comes', {
    example: { call: 'place' },
    fault: () => ({ kind: 'answer-lost' }),
  }),
  'request-lost': callKind('the call is neither done nor answered', {
    example: { call: 'cancel' },
    fault: () => ({ kind: 'request-lost' }),
  }),
  'http-status': callKind('the call is not done and answered with an HTTP status', {
    fields: {
      status: numberChoice(STATUSES, 'the status'),
      retry_after_s: optional(whole({ min: 0, max: 3_600 }, 'Retry-After, seconds; none when absent')),
    },
    example: { call: 'place', status: 503 },
    fault: ({ status, retry_after_s }) => ({
      kind: 'status',
      status: status as (typeof STATUSES)[number],
      retryAfterS: retry_after_s === null ? null : Number(retry_after_s),
    }),
  }),
  maintenance: callKind('the call is not done; the venue says that it is under maintenance', {
    example: { count: 'always' },
    fault: () => ({ kind: 'maintenance' }),
  }),
  reject: callKind('the call is refused before it is looked at, in the words the venue has for the reason', {
    fields: { refusal: choice(SIM_REFUSALS, 'the reason') },
    example: { call: 'place', refusal: 'margin-insufficient' },
    fault: ({ refusal }) => ({ kind: 'reject', refusal: refusal as (typeof SIM_REFUSALS)[number] }),
  }),
  partial: callKind('at most a share of an order fills at once; the rest rests, or ends where it may not rest', {
    fields: { fill_frac: number({ min: 0, max: 0.99 }, 'the share') },
    example: { call: 'place', fill_frac: 0.4 },
    fault: ({ fill_frac }) => ({ kind: 'partial', fillFrac: Number(fill_frac) }),
  }),
  'drop-event': eventKind('the event is never sent', { example: { event: 'fill' }, fault: () => 'drop' }),
  'duplicate-event': eventKind('the event is sent twice', { example: { event: 'fill' }, fault: () => 'duplicate' }),
  'swap-events': eventKind('the event goes after the next one, or after 1 s: out of order', {
    example: { event: 'order' },
    fault: () => 'swap-with-next',
  }),
  'delay-event': eventKind('the event is sent late', {
    fields: { ms: whole(DELAY_MS, 'how late, milliseconds') },
    example: { event: 'order', ms: 2_000 },
    fault: ({ ms }) => ({ delayMs: Number(ms) }),
  }),
};

interface Recipe<T> {
  readonly fields?: Readonly<Record<string, Field<unknown>>>;
  readonly example: JsonObject;
  fault(values: Readonly<Record<string, unknown>>): T;
}

function callKind(about: string, recipe: Recipe<PrivateCallFault>): FaultKind {
  const fields: Fields = { call: CALL, ...recipe.fields, count: COUNT, chance: CHANCE };
  const arm = (target: FaultTarget, values: Readonly<Record<string, unknown>>): Result<FaultEffect, never> => {
    const call = values['call'] as PrivateCallName | null;
    const plan = { fault: recipe.fault(values), ...aimOf(target, values), ...(call === null ? {} : { call }) };
    return ok({ kind: 'armed', armed: target.desk.armCall(plan) });
  };
  return faultKind({ about, symbol: 'optional', fields, example: recipe.example, arm });
}

function eventKind(about: string, recipe: Recipe<PrivateEventFault>): FaultKind {
  const fields: Fields = { event: EVENT, ...recipe.fields, count: COUNT, chance: CHANCE };
  const arm = (target: FaultTarget, values: Readonly<Record<string, unknown>>): Result<FaultEffect, never> => {
    const event = values['event'] as PrivateEventName | null;
    const plan = { fault: recipe.fault(values), ...aimOf(target, values), ...(event === null ? {} : { event }) };
    return ok({ kind: 'armed', armed: target.desk.armEvent(plan) });
  };
  return faultKind({ about, symbol: 'optional', fields, example: recipe.example, arm });
}

function aimOf(
  target: FaultTarget,
  values: Readonly<Record<string, unknown>>,
): { readonly count: number; readonly chance: number; readonly wireSymbol?: string } {
  const { listing } = target;
  const aim = { count: Number(values['count']), chance: Number(values['chance']) };
  return listing === null ? aim : { ...aim, wireSymbol: listing.instrument.wireSymbol };
}
