import { parseArgs } from 'node:util';

/** A mistake in the arguments, told without a stack. */
export class UsageError extends Error {}

const OPTIONS = {
  help: { type: 'boolean' },
  json: { type: 'boolean' },
  twice: { type: 'boolean' },
  speed: { type: 'boolean' },
  strategy: { type: 'string' },
  settings: { type: 'string' },
  seed: { type: 'string' },
  seeds: { type: 'string' },
  'reversal-bps': { type: 'string' },
  'maker-fee-bps': { type: 'string' },
  'taker-fee-bps': { type: 'string' },
  grid: { type: 'string', multiple: true },
  out: { type: 'string' },
  workers: { type: 'string' },
  minutes: { type: 'string' },
  'max-gb': { type: 'string' },
  'warm-up-minutes': { type: 'string' },
  'data-dir': { type: 'string' },
  market: { type: 'string' },
} as const;

/** Bounds of the numbers that mean the same for every command; those of minutes are each command's own. */
const NUMBERS = {
  seed: { min: 0, max: 2 ** 32 - 1, isWhole: true },
  seeds: { min: 1, max: 10_000, isWhole: true },
  'reversal-bps': { min: 0, max: 500, isWhole: false },
  // Below 0 the venue pays.
  'maker-fee-bps': { min: -5, max: 100, isWhole: false },
  'taker-fee-bps': { min: -5, max: 100, isWhole: false },
  workers: { min: 1, max: 256, isWhole: true },
  'max-gb': { min: 1, max: 10_000, isWhole: false },
  'warm-up-minutes': { min: 0, max: 1_440, isWhole: false },
} as const;
type NumberName = keyof typeof NUMBERS;

/** The arguments after the command's name, with their bounds. */
export class LabArgs {
  readonly command: string | null;
  readonly rest: readonly string[];
  private readonly values: ReturnType<typeof parse>['values'];

  constructor(argv: readonly string[]) {
    const { values, positionals } = parse(argv);
    this.values = values;
    this.command = positionals[0] ?? null;
    this.rest = positionals.slice(1);
    // Also where the command has no use for it: a number that is none is a mistake everywhere.
    for (const name of Object.keys(NUMBERS) as NumberName[]) this.number(name, 0);
  }

  has(name: 'help' | 'json' | 'twice' | 'speed'): boolean {
    return this.values[name] === true;
  }

  text(name: 'out' | 'data-dir', fallback: string): string {
    return this.values[name] ?? fallback;
  }

  /** A strategy by its name, as the API (`pas_trader`) or the lab (`pas-trader`) writes it; null when not given. */
  get strategy(): string | null {
    return this.values.strategy?.replaceAll('_', '-') ?? null;
  }

  /** The kind of market that `planted` judges. */
  get market(): 'planted' | 'sim' {
    const text = this.values.market ?? 'planted';
    if (text === 'planted' || text === 'sim') return text;
    throw new UsageError(`--market: read ${text}, allowed is planted, sim`);
  }

  /** A number within the bounds that it has for every command. */
  number(name: NumberName, fallback: number): number {
    return this.bounded(name, NUMBERS[name], fallback);
  }

  /** How long a command may take, within its own bounds. */
  minutes({ fallback, ...bounds }: { readonly min: number; readonly max: number; readonly fallback: number }): number {
    return this.bounded('minutes', { ...bounds, isWhole: false }, fallback);
  }

  private bounded(
    name: NumberName | 'minutes',
    { min, max, isWhole }: { readonly min: number; readonly max: number; readonly isWhole: boolean },
    fallback: number,
  ): number {
    const text = this.values[name];
    if (text === undefined) return fallback;
    const value = Number(text);
    const isGood = text.trim() !== '' && value >= min && value <= max && (!isWhole || Number.isInteger(value));
    if (isGood) return value;
    throw new UsageError(
      `--${name}: read ${text}, allowed is a ${isWhole ? 'whole ' : ''}number from ${min} to ${max}`,
    );
  }

  /** `--settings '{"minDisplacementBps":30}'`. */
  get settings(): Readonly<Record<string, unknown>> {
    const text = this.values.settings;
    return text === undefined ? {} : jsonObject('settings', text);
  }

  /** `--grid minDisplacementBps=30,50 --grid leverage=3,5`: every combination is one cell. */
  get grid(): readonly { readonly field: string; readonly values: readonly unknown[] }[] {
    return (this.values.grid ?? []).map((text) => {
      const at = text.indexOf('=');
      const values = text
        .slice(at + 1)
        .split(',')
        .filter((value) => value !== '');
      if (at < 1 || values.length === 0)
        throw new UsageError(`--grid: read ${text}, allowed is a field and its values, e.g. minDisplacementBps=30,50`);
      return { field: text.slice(0, at), values: values.map(valueOf) };
    });
  }

  /** The folders a command is about, one or more. */
  get folders(): readonly string[] {
    if (this.rest.length === 0 || this.rest.some((folder) => folder.trim() === ''))
      throw new UsageError(`${this.command ?? ''}: a folder of recordings is missing`);
    return this.rest;
  }

  /** @throws UsageError when a command without folders was given one. */
  requireNoFolder(): void {
    const [folder] = this.rest;
    if (folder !== undefined) throw new UsageError(`${this.command ?? ''}: read ${folder}, allowed is no folder`);
  }
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: withNegatives(argv), options: OPTIONS, allowPositionals: true, strict: true });
  } catch (e) {
    if (e instanceof TypeError) {
      const allowed = Object.keys(OPTIONS).map((name) => `--${name}`);
      throw new UsageError(`${e.message.split(/\. |\n/u)[0] ?? ''}; allowed are ${allowed.join(', ')}`);
    }
    throw e;
  }
}

/** Joins `--seed -1` to `--seed=-1`: a number below 0 is a value, out of bounds or not, and no option. */
function withNegatives(argv: readonly string[]): string[] {
  const joined: string[] = [];
  for (const text of argv) {
    const before = joined.at(-1);
    const isValue = /^-[\d.]/u.test(text) && before?.startsWith('--') === true && !before.includes('=');
    if (isValue) joined[joined.length - 1] = `${before}=${text}`;
    else joined.push(text);
  }
  return joined;
}

function jsonObject(name: string, text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch (e) {
    if (!(e instanceof SyntaxError)) throw e;
  }
  throw new UsageError(`--${name}: read ${text}, allowed is a JSON object, e.g. {"minDisplacementBps":30}`);
}

function valueOf(text: string): unknown {
  const value = Number(text);
  if (Number.isFinite(value)) return value;
  return text === 'true' ? true : text === 'false' ? false : text;
}
