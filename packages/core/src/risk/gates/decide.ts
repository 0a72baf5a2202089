import {
  toDecimalString,
  type Decimal,
  type DomainErrorCode,
  type GateDecision,
  type GateName,
} from '../../domain/index.ts';
import type { RiskRequest } from '../risk-request.ts';

/** One gate: looks at a request and says yes or no, with words and, where it compares, with figures. */
export type Gate = (request: RiskRequest) => GateDecision;

/** The code with which each gate denies. */
const GATE_CODES = {
  'kill-switch': 'RISK_KILL_SWITCH',
  'live-confirmed': 'RISK_LIVE_NOT_CONFIRMED',
  journal: 'RISK_JOURNAL',
  'venue-health': 'RISK_VENUE_DOWN',
  'book-age': 'RISK_BOOK_STALE',
  'clock-offset': 'RISK_CLOCK_OFFSET',
  'key-permission': 'RISK_KEY_PERMISSION',
  'mode-match': 'RISK_MODE_MISMATCH',
  'symbol-support': 'RISK_SYMBOL_UNSUPPORTED',
  'min-size': 'RISK_MIN_SIZE',
  'quantisation-loss': 'RISK_QUANTISATION_LOSS',
  'free-margin': 'RISK_FREE_MARGIN',
  'max-position': 'RISK_MAX_POSITION',
  'max-leverage': 'RISK_MAX_LEVERAGE',
  'max-concurrent': 'RISK_MAX_CONCURRENT',
  'capital-per-trade': 'RISK_CAPITAL_PER_TRADE',
  'net-exposure': 'RISK_NET_EXPOSURE',
  'allocation-cap': 'RISK_ALLOCATION_CAP',
  cooldown: 'RISK_COOLDOWN_ACTIVE',
  'daily-loss': 'RISK_DAILY_LOSS',
  'loss-streak': 'RISK_LOSS_STREAK',
  'price-band': 'RISK_PRICE_BAND',
  'abnormal-profit': 'RISK_ABNORMAL_PROFIT',
  'liquidation-distance': 'RISK_LIQUIDATION_DISTANCE',
  'funding-window': 'RISK_FUNDING_WINDOW',
  'open-conditions': 'RISK_OPEN_CONDITION',
} as const satisfies Record<GateName, DomainErrorCode>;

/** What a gate measured, and the bound it was measured against. */
export interface Figures {
  readonly value: Decimal;
  readonly bound: Decimal;
}

/** Returns a gate's yes. */
export function allow(gate: GateName, detail: string, figures?: Figures): GateDecision {
  return { gate, ok: true, code: null, detail, ...texts(figures) };
}

/** Returns a gate's no, with the gate's own code. */
export function deny(gate: GateName, detail: string, figures?: Figures): GateDecision {
  return { gate, ok: false, code: GATE_CODES[gate], detail, ...texts(figures) };
}

function texts(figures: Figures | undefined): Pick<GateDecision, 'value' | 'bound'> {
  if (figures === undefined) return { value: null, bound: null };
  return { value: toDecimalString(figures.value), bound: toDecimalString(figures.bound) };
}

/** Returns the decision for a figure that must not exceed its bound; the bound itself is allowed. `unit` stands behind both. */
export function atMost(gate: GateName, what: string, figures: Figures, unit: string): GateDecision {
  const ok = figures.value.lte(figures.bound);
  const suffix = unit === '' ? '' : ` ${unit}`;
  const bound = wordFigure(figures.bound, 'nearest');
  // Rounded away from the bound, so that the words never deny what they compare.
  const value = wordFigure(figures.value, ok === figures.value.gte(0) ? 'down' : 'up');
  const detail = `${what} ${value}${suffix}, ${ok ? 'at most' : 'more than'} ${bound}${suffix}`;
  return { gate, ok, code: ok ? null : GATE_CODES[gate], detail, ...texts(figures) };
}

/** Significant digits of a figure in words; `value` and `bound` of a decision stay exact. */
const DIGITS_SHOWN = 8;
const ROUNDING = { down: 0, nearest: 1, up: 3 } as const;

function wordFigure(figure: Decimal, rounding: keyof typeof ROUNDING): string {
  return toDecimalString(figure.c.length <= DIGITS_SHOWN ? figure : figure.prec(DIGITS_SHOWN, ROUNDING[rounding]));
}
