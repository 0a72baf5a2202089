import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { canonicalHash } from './canonical-hash.ts';
import type { ReplayRequest } from './run-replay.ts';

/** One combination of settings on one recording. */
export interface SearchCell {
  /** Equal for equal cells: what a second start knows them by. */
  readonly key: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly request: ReplayRequest;
}

export interface SearchGrid {
  readonly folders: readonly string[];
  readonly axes: readonly { readonly field: string; readonly values: readonly unknown[] }[];
  readonly base: Omit<ReplayRequest, 'folders'>;
  /** True: a cell plays all folders in the order of time, for what is learnt on one is known on the next. */
  readonly isTogether: boolean;
}

/** More is no search but a mistake in the grid. */
const CELLS_MAX = 100_000;

/** Returns every combination on every recording, or on all of them together, in a fixed order. @throws Error over 100,000 cells. */
export function searchCells({ folders, axes, base, isTogether }: SearchGrid): readonly SearchCell[] {
  const tapes = isTogether ? [folders] : folders.map((folder) => [folder]);
  const count = axes.reduce((product, { values }) => product * values.length, tapes.length);
  if (count > CELLS_MAX) throw new Error(`grid: ${count} cells, allowed are ${CELLS_MAX}`);
  const combinations = axes.reduce<readonly Record<string, unknown>[]>(
    (before, { field, values }) => before.flatMap((one) => values.map((value) => ({ ...one, [field]: value }))),
    [{}],
  );
  return combinations.flatMap((values) =>
    tapes.map((own) => {
      const settings = Object.entries(values).reduce(
        (into, [field, value]) => withField(into, field, value),
        base.settings,
      );
      const request = { ...base, folders: own, settings };
      const { dataDir: _dataDir, ...identity } = request;
      return { key: canonicalHash(identity).slice(0, 16), values, request };
    }),
  );
}

/** Sets `arm.offsetBps` inside of `arm`. */
function withField(into: Readonly<Record<string, unknown>>, field: string, value: unknown): Record<string, unknown> {
  const [first = '', ...rest] = field.split('.');
  if (rest.length === 0) return { ...into, [first]: value };
  const inner = into[first];
  const known = typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>) : {};
  return { ...into, [first]: withField(known, rest.join('.'), value) };
}

/** A finished cell as the file keeps it, one JSON line each. */
export interface FinishedCell {
  readonly key: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly recording: string;
  /** What it found; null when it failed. */
  readonly outcome: unknown;
  readonly error: string | null;
}

/** Finished cells of a search on disk: each is there as soon as it is finished, and a second start goes on from there. */
export class SearchFile {
  private readonly path: string;
  private readonly known = new Map<string, FinishedCell>();

  /** Reads what a former start left. A last line cut off by a crash is left out, and its cell runs again. */
  constructor(path: string) {
    this.path = path;
    mkdirSync(dirname(path), { recursive: true });
    if (!existsSync(path)) return;
    const text = readFileSync(path, 'utf8');
    for (const line of text.split('\n').filter((one) => one !== '')) {
      const cell = parsed(line);
      if (cell !== null) this.known.set(cell.key, cell);
    }
    if (text !== '' && !text.endsWith('\n')) appendFileSync(path, '\n');
  }

  /** True when the cell was finished; one that failed is tried again. */
  has(key: string): boolean {
    return this.known.get(key)?.error === null;
  }

  add(cell: FinishedCell): void {
    appendFileSync(this.path, `${JSON.stringify(cell)}\n`);
    this.known.set(cell.key, cell);
  }

  all(): readonly FinishedCell[] {
    return [...this.known.values()];
  }
}

function parsed(line: string): FinishedCell | null {
  try {
    return JSON.parse(line) as FinishedCell;
  } catch (e) {
    if (e instanceof SyntaxError) return null;
    throw e;
  }
}
