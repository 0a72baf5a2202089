import type { Stage } from './stage.ts';

/** One line of the table: what was measured, against what. */
export interface Row {
  readonly what: string;
  readonly goal: string;
  readonly measured: string;
  /** null: there is no verdict, e.g. a figure beside the goals. */
  readonly isMet: boolean | null;
}

export interface Options {
  /** Of streaming, for the growth of memory. */
  readonly minutes: number;
  /** Pages to look at; null: all, of memory the two that stream most. */
  readonly paths: readonly string[] | null;
}

/** One part of the table, which can be run alone. */
export interface Part {
  readonly name: string;
  readonly needsProduct: boolean;
  /** Takes many minutes: measured only where it is named. */
  readonly isLong?: boolean;
  readonly measure: (stage: Stage, options: Options) => Promise<readonly Row[]>;
}

/** Makes a row of a figure that may be at most its goal. */
export function atMost(what: string, value: number, goal: number, unit: string, note = ''): Row {
  return {
    what,
    goal: `<= ${goal} ${unit}`,
    measured: `${digits(value)} ${unit}${note === '' ? '' : `, ${note}`}`,
    isMet: value <= goal,
  };
}

/** Makes a row of a figure that must be at least its goal. */
export function atLeast(what: string, value: number, goal: number, unit: string): Row {
  return { what, goal: `>= ${goal} ${unit}`, measured: `${digits(value)} ${unit}`, isMet: value >= goal };
}

/** The value that a share of all do not exceed; NaN of none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

function digits(value: number): string {
  if (Number.isInteger(value)) return String(value);
  return Math.abs(value) < 1 ? value.toFixed(4) : value.toFixed(1);
}
