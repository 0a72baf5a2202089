import { ok, err, VENUES, type Result, type Venue } from '@riptide/core/domain';
import type { Clock } from '@riptide/core/kernel';
import type { SimAccountControl } from '../account/control-model.ts';
import type { VenueSim } from '../faults-public.ts';
import { badField, type ControlAnswer, type ControlRefusal, type Json, type JsonObject } from './control-answer.ts';
import { controlCall, fieldRows, type ControlCall } from './control-call.ts';
import type { FaultKind, FaultTarget } from './fault-kind.ts';
import { FaultLedger } from './fault-ledger.ts';
import type { Fields } from './fields.ts';
import { choice, optional } from './fields.ts';
import { findListing, MARKET, SYMBOL, VENUE, VENUE_OR_ALL, venuesOf, type FoundListing } from './find-listing.ts';
import { PRIVATE_FAULT_KINDS } from './private-fault-kinds.ts';
import { PUBLIC_FAULT_KINDS } from './public-fault-kinds.ts';
import { readFields } from './read-fields.ts';
import { VENUE_FAULT_KINDS } from './venue-fault-kinds.ts';

const KINDS: Readonly<Record<string, FaultKind>> = {
  ...PRIVATE_FAULT_KINDS,
  ...PUBLIC_FAULT_KINDS,
  ...VENUE_FAULT_KINDS,
};
const KIND = choice(Object.keys(KINDS), 'which fault; each has fields of its own');
const BASE: Fields = { venue: VENUE_OR_ALL, kind: KIND };

/** Builds the calls that arm, show and heal faults. */
export function faultCalls(sim: VenueSim, clock: Clock): readonly ControlCall[] {
  const ledger = new FaultLedger();
  return [
    {
      method: 'POST',
      path: '/faults',
      about: 'arms a fault at one venue or at all',
      fields: BASE,
      example: { venue: 'BINANCE', kind: 'answer-lost', call: 'place', symbol: 'BTCUSDT', count: 2 },
      more: { kinds: kindRows() },
      run: (input) => arm({ sim, clock, ledger }, input),
    },
    controlCall({
      method: 'GET',
      path: '/faults',
      about: 'every fault since the last healing, newest first, how often it fired, and the state of each venue',
      fields: {},
      example: null,
      act: () => ok({ venues: venueRows(sim), faults: ledger.rows() }),
    }),
    controlCall({
      method: 'DELETE',
      path: '/faults',
      about:
        'heals everything: faults disarmed, silence ended, clocks set right, halted listings go on, locked and offset prices follow; answers how each fault stood',
      fields: {},
      example: null,
      act() {
        for (const venue of VENUES) heal(sim, venue);
        return ok({ healed: ledger.clear() });
      },
    }),
  ];
}

interface Parts {
  readonly sim: VenueSim;
  readonly clock: Clock;
  readonly ledger: FaultLedger;
}

/** Everything is read and found before the first venue is touched. */
function arm(parts: Parts, input: Readonly<Record<string, unknown>>): ControlAnswer {
  const name = KIND.read(input['kind']);
  const kind = name === undefined ? undefined : KINDS[name];
  if (name === undefined || kind === undefined) return badField('kind', input['kind'], KIND.allowed);
  const fields = { ...BASE, ...symbolFields(kind), ...kind.fields };
  const read = readFields<Fields>(fields, input);
  if (!read.ok) return read;
  if (kind.isForOneVenue === true && read.value['venue'] === 'ALL') return badField('venue', 'ALL', VENUE.allowed);
  const targets = targetsOf(parts.sim, read.value);
  if (!targets.ok) return targets;
  if (!parts.ledger.hasRoom(targets.value.length)) {
    return err({
      status: 409,
      code: 'too_many_faults',
      error: 'too many faults still wait; heal them with DELETE /faults',
    });
  }
  const values = valuesOf(read.value, Object.keys(kind.fields));
  for (const target of targets.value) {
    const refusal = kind.refuse?.(target, values) ?? null;
    if (refusal !== null) return refusal;
  }
  const armed: JsonObject[] = [];
  for (const target of targets.value) {
    const effect = kind.arm(target, values);
    if (!effect.ok) return effect;
    const wireSymbol = target.listing?.instrument.wireSymbol ?? null;
    const entry = {
      venue: target.venue,
      fault: name,
      wireSymbol,
      fields: shown(read.value, kind),
      effect: effect.value,
    };
    armed.push(parts.ledger.add({ ...entry, atMs: parts.clock.nowMs() }));
  }
  const met = new Set(targets.value.map(({ venue }) => venue));
  const named = venuesOf(read.value['venue'] as Venue | 'ALL');
  return ok({ armed, not_listed_at: named.filter((venue) => !met.has(venue)) });
}

function targetsOf(
  sim: VenueSim,
  values: Readonly<Record<string, unknown>>,
): Result<readonly FaultTarget[], ControlRefusal> {
  const symbol = (values['symbol'] ?? null) as string | null;
  const market = (values['market'] ?? null) as 'spot' | 'perp' | null;
  if (symbol === null && market !== null) return badField('market', market, 'none without a symbol');
  const venues = venuesOf(values['venue'] as Venue | 'ALL');
  const targets: FaultTarget[] = [];
  for (const venue of venues) {
    const listing = symbol === null ? null : findListing(venue, symbol, market);
    if (symbol === null || listing !== null) targets.push(targetOf(sim, venue, listing));
  }
  if (targets.length > 0) return ok(targets);
  return badField(
    'symbol',
    symbol,
    `a listing of ${venues.join(', ')}${market === null ? '' : ` (${market})`}, e.g. BTCUSDT`,
  );
}

function targetOf(sim: VenueSim, venue: Venue, listing: FoundListing | null): FaultTarget {
  return { venue, listing, sim, desk: sim.desk(venue), wire: sim.faults(venue), control: sim.control(venue) };
}

function symbolFields(kind: FaultKind): Fields {
  if (kind.symbol === 'none') return {};
  return { symbol: kind.symbol === 'required' ? SYMBOL : optional(SYMBOL), market: MARKET };
}

function valuesOf(
  values: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(names.map((name) => [name, values[name]]));
}

/** The fields of a fault as GET /faults repeats them. */
function shown(values: Readonly<Record<string, unknown>>, kind: FaultKind): JsonObject {
  const names = [...Object.keys(symbolFields(kind)), ...Object.keys(kind.fields)];
  const pairs = names.map((name): [string, Json] => [name, shownValue(values[name])]);
  return Object.fromEntries(pairs.filter(([, value]) => value !== null));
}

function shownValue(value: unknown): Json {
  if (value === Number.POSITIVE_INFINITY) return 'always';
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return value;
  return String(value);
}

function heal(sim: VenueSim, venue: Venue): void {
  sim.desk(venue).heal();
  sim.faults(venue).reset();
  const control = sim.control(venue);
  for (const { ix } of control.halted()) control.haltInstrument(ix, false);
  for (const { ix } of control.locked()) control.lockPrice(ix, false);
  for (const { ix } of control.offset()) control.offsetPrice(ix, 0);
}

function venueRows(sim: VenueSim): JsonObject {
  return Object.fromEntries(
    VENUES.map((venue) => {
      const desk = sim.desk(venue);
      const wire = sim.faults(venue);
      const control = sim.control(venue);
      return [
        venue,
        {
          clock_skew_ms: wire.skewMs,
          private_silent: desk.isSilent || wire.isSilent,
          public_silent: wire.isSilent,
          halted: control.halted().map(listingRow),
          locked: control.locked().map(listingRow),
          offset: control.offset().map(listingRow),
          private_armed: desk.armedCount,
          private_struck: desk.struck,
        },
      ];
    }),
  );
}

function listingRow({ wireSymbol, kind }: ReturnType<SimAccountControl['halted']>[number]): JsonObject {
  return { symbol: wireSymbol, market: kind };
}

function kindRows(): JsonObject {
  return Object.fromEntries(
    Object.entries(KINDS).map(([name, kind]) => {
      const fields = fieldRows({ ...symbolFields(kind), ...kind.fields });
      const { about, example } = kind;
      return [name, { about, fields, example: { venue: 'BINANCE', kind: name, ...example } }];
    }),
  );
}
