import { ok } from '@riptide/core/domain';
import { badField } from './control-answer.ts';
import { faultKind, type FaultKind } from './fault-kind.ts';
import { choice, defaulted, flag, number, numberChoice, text, whole } from './fields.ts';
import { ADL_FIELDS, deleverage } from './force-close.ts';

const CLOSE_CODES = [1000, 1001, 1008, 1011, 1012, 1013] as const;
const SKEW_MS_MAX = 86_400_000;
const OFFSET_BPS_MAX = 1000;

/** Faults of a venue as a whole: its clock, its sockets, its listings, its insurance. */
export const VENUE_FAULT_KINDS: Readonly<Record<string, FaultKind>> = {
  'clock-skew': faultKind({
    about: 'the clock of the venue is shifted, on top of earlier shifts, until healed',
    symbol: 'none',
    fields: {
      by_ms: whole({ min: -SKEW_MS_MAX, max: SKEW_MS_MAX }, 'by how much, milliseconds; positive: it runs ahead'),
    },
    example: { by_ms: 1_500 },
    refuse({ wire }, { by_ms }) {
      const after = wire.skewMs + by_ms;
      const allowed = `a shift that leaves the clock within ${SKEW_MS_MAX} ms; it is off by ${wire.skewMs}`;
      return Math.abs(after) > SKEW_MS_MAX ? badField('by_ms', by_ms, allowed) : null;
    },
    arm({ wire }, { by_ms }) {
      wire.skewClock(by_ms);
      return ok({ kind: 'in-force' });
    },
  }),
  'silent-sockets': faultKind({
    about: 'sockets stay open, answer pings and carry no data, until healed: alive to look at, and dead',
    symbol: 'none',
    fields: {
      side: defaulted(
        choice(['private', 'both'], 'the private events alone, or every data frame of the venue'),
        'private',
      ),
      answers_pings: defaulted(flag('whether pings are still answered; false needs side both'), true),
    },
    example: { side: 'private' },
    refuse(_target, { side, answers_pings }) {
      const allowed = 'true, or side both: one server answers the pings of both sides';
      return side === 'private' && !answers_pings ? badField('answers_pings', answers_pings, allowed) : null;
    },
    arm({ wire, desk }, { side, answers_pings }) {
      desk.silence(answers_pings);
      if (side === 'both') wire.silence(answers_pings);
      return ok({ kind: 'in-force' });
    },
  }),
  'close-sockets': faultKind({
    about: 'every open socket of the venue is closed at once, public and private',
    symbol: 'none',
    fields: {
      code: defaulted(numberChoice(CLOSE_CODES, 'the close code'), 1001),
      reason: defaulted(text(100, 'the reason in the close frame'), 'planned'),
    },
    example: { code: 1012 },
    refuse(_target, { reason }) {
      return Buffer.byteLength(reason) > 123 ? badField('reason', reason, 'a text of at most 123 bytes') : null;
    },
    arm({ wire }, { code, reason }) {
      return ok({ kind: 'done', touched: wire.closeSockets(code, reason) });
    },
  }),
  'drop-sockets': faultKind({
    about: 'every open socket of the venue is cut at once, without a close frame',
    symbol: 'none',
    fields: {},
    example: {},
    arm: ({ wire }) => ok({ kind: 'done', touched: wire.dropSockets() }),
  }),
  'halt-instrument': faultKind({
    about: 'a listing stands still and takes no orders, until healed or halted again with is_halted false',
    symbol: 'required',
    fields: { is_halted: defaulted(flag('false lets it go on'), true) },
    example: { symbol: 'BTCUSDT', market: 'perp' },
    arm({ control, listing }, { is_halted }) {
      if (listing === null) throw new Error('Invariant: a halt without a listing');
      control.haltInstrument(listing.ix, is_halted);
      return ok(is_halted ? { kind: 'in-force' } : { kind: 'done', touched: 1 });
    },
  }),
  'lock-price': faultKind({
    about:
      'the book of a listing stays at its price and takes orders while the market moves on, until healed or locked again with is_locked false',
    symbol: 'required',
    fields: { is_locked: defaulted(flag('false lets it follow again'), true) },
    example: { symbol: 'BTCUSDT', market: 'perp' },
    arm({ control, listing }, { is_locked }) {
      if (listing === null) throw new Error('Invariant: a lock without a listing');
      control.lockPrice(listing.ix, is_locked);
      return ok(is_locked ? { kind: 'in-force' } : { kind: 'done', touched: 1 });
    },
  }),
  'offset-price': faultKind({
    about:
      'a listing follows the market at a distance, dearer or cheaper than everywhere else, until healed or set to 0',
    symbol: 'required',
    fields: {
      offset_bps: number({ min: -OFFSET_BPS_MAX, max: OFFSET_BPS_MAX }, 'how much dearer, bps; below 0: cheaper'),
    },
    example: { symbol: 'BTCUSDT', market: 'perp', offset_bps: -40 },
    arm({ control, listing }, { offset_bps }) {
      if (listing === null) throw new Error('Invariant: an offset without a listing');
      control.offsetPrice(listing.ix, offset_bps);
      return ok(offset_bps === 0 ? { kind: 'done', touched: 1 } : { kind: 'in-force' });
    },
  }),
  adl: faultKind({
    about: 'one leg is deleveraged at once: a part of a position is closed at the mark, as POST /adl does',
    symbol: 'required',
    isForOneVenue: true,
    fields: ADL_FIELDS,
    example: { venue: 'BYBIT', symbol: 'BTCUSDT', frac: 0.5 },
    arm({ sim, listing }, values) {
      if (listing === null) throw new Error('Invariant: an ADL without a listing');
      const taken = deleverage(sim, listing, values);
      return taken.ok ? ok({ kind: 'done', touched: taken.value.lots > 0 ? 1 : 0 }) : taken;
    },
  }),
};
