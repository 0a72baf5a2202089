import { UNKNOWN } from '../../../lib/format.ts';
import { factsOf, type GateFacts } from './gate-facts.ts';
import type { Precheck } from './use-precheck.ts';

type Decision = Precheck['decisions'][number];

interface GateLine {
  /** Of whom it is said; null of the pair. */
  readonly venue: string | null;
  readonly ok: boolean;
  /** Value against limit, or the gate's own words where it compares no numbers. */
  readonly figures: string;
  readonly detail: string;
}

export interface GateRow {
  readonly name: string;
  readonly facts: GateFacts;
  /** What it does to the trade; `miss` is told and blocks nothing. */
  readonly state: 'ok' | 'block' | 'miss';
  readonly lines: readonly GateLine[];
}

const ORDER = { block: 0, miss: 1, ok: 2 } as const;
const DIGITS = 6;

/** Puts what each leg's gate said under one row per gate: those that block first, then misses, then the rest in their order. */
export function gateRows(decisions: readonly Decision[]): readonly GateRow[] {
  const byName = new Map<string, Decision[]>();
  for (const decision of decisions) {
    const known = byName.get(decision.gate);
    if (known === undefined) byName.set(decision.gate, [decision]);
    else known.push(decision);
  }
  const rows = [...byName].map(([name, said]): GateRow => {
    const failed = said.filter(({ ok }) => !ok);
    const facts = factsOf(name, failed[0]?.code);
    const state = failed.length === 0 ? 'ok' : failed.every(({ weight }) => weight === 'soft') ? 'miss' : 'block';
    const lines = said.map((each) => lineOf(each, facts.unit));
    return { name, facts, state, lines: state === 'ok' ? joined(lines) : lines };
  });
  return rows.toSorted((one, other) => ORDER[one.state] - ORDER[other.state]);
}

function lineOf({ venue, ok, value, bound, detail, unit: own }: Decision, known: string): GateLine {
  const unit = own ?? known;
  const figures =
    value === null && bound === null
      ? detail
      : unit === 'flag'
        ? value === 1
          ? 'yes'
          : 'no'
        : `${wordFigure(value, unit)} vs ${wordFigure(bound, unit)}`;
  return { venue, ok, figures, detail };
}

/** Venues of which the same is said share a line, and none is named twice in it. */
function joined(lines: readonly GateLine[]): readonly GateLine[] {
  const byFigures = new Map<string, GateLine>();
  for (const line of lines) {
    const figures = line.venue === null ? line.figures : withoutName(line.figures, line.venue);
    const known = byFigures.get(figures);
    const before = known?.venue ?? null;
    const venue = before === null || line.venue === null ? line.venue : `${before}, ${line.venue}`;
    byFigures.set(figures, { ...line, figures, venue });
  }
  return [...byFigures.values()];
}

function withoutName(figures: string, venue: string): string {
  return figures.startsWith(`${venue} `) ? figures.slice(venue.length + 1) : figures;
}

const GROUPED = new Intl.NumberFormat('en-US', { maximumSignificantDigits: DIGITS });

function wordFigure(value: number | null, unit: string): string {
  if (value === null) return UNKNOWN;
  return unit === '' || unit === 'base' || unit === 'quote'
    ? GROUPED.format(value)
    : `${GROUPED.format(value)} ${unit}`;
}
