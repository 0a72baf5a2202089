import type { InstrumentView } from '@riptide/core/engine';
import type { ByteReader, ByteWriter } from './byte-writer.ts';
import type { TableInstrument } from './market-table.ts';
import { FIELD_COUNT, fromUnits, IS_ROUNDED, readView, ROW_FIELDS, toUnits, unitsOf } from './row-fields.ts';

/**
 * A row: step from the former row's instrument, bits of the fields that changed, each of these, and the age of the book's data. A value
 * is 0 (unknown), 1 and eight bytes (as it is), or 2 and more: the step from its former number of units.
 */
const UNKNOWN = 0;
const RAW = 1;
const STEP = 2;

/** Columns of all instruments: values and numbers of units by field, times of the last row and of its book's data. */
class Columns {
  readonly units: Float64Array;
  readonly values: Float64Array;
  readonly steps: Float64Array;
  readonly atMs: Float64Array;
  readonly bookMs: Float64Array;

  constructor(instruments: readonly TableInstrument[]) {
    const cells = instruments.length * FIELD_COUNT;
    this.units = Float64Array.from(instruments.flatMap((instrument) => unitsOf(instrument)));
    this.values = new Float64Array(cells).fill(Number.NaN);
    this.steps = new Float64Array(cells);
    this.atMs = new Float64Array(instruments.length).fill(Number.NaN);
    this.bookMs = new Float64Array(instruments.length).fill(Number.NaN);
  }
}

/** Writes rows as what changed since the last one of the same instrument. */
export class RowEncoder {
  private readonly columns: Columns;
  private readonly out: ByteWriter;
  private readonly next = new Float64Array(FIELD_COUNT);

  constructor(instruments: readonly TableInstrument[], out: ByteWriter) {
    this.columns = new Columns(instruments);
    this.out = out;
  }

  /** Writes the rows of a batch. */
  batch(views: readonly InstrumentView[], atMs: number): void {
    this.out.whole(views.length);
    let former = 0;
    for (const view of views) {
      this.out.signed(view.ix - former);
      former = view.ix;
      readView(view, this.next);
      this.changed(view.ix);
      this.columns.atMs[view.ix] = atMs;
      this.columns.bookMs[view.ix] = view.bookMs;
      this.age(atMs, view.bookMs);
    }
  }

  /** Writes everything known of all instruments, so that whoever reads can begin here. */
  everything(atMs: number): void {
    const { columns, out } = this;
    const known = [...columns.atMs.keys()].filter((ix) => !Number.isNaN(columns.atMs[ix]));
    out.whole(known.length);
    let former = 0;
    for (const ix of known) {
      const begin = ix * FIELD_COUNT;
      const rowMs = columns.atMs[ix] as number;
      out.signed(ix - former);
      former = ix;
      out.signed(Math.round(atMs - rowMs));
      this.next.set(columns.values.subarray(begin, begin + FIELD_COUNT));
      columns.values.fill(Number.NaN, begin, begin + FIELD_COUNT);
      columns.steps.fill(0, begin, begin + FIELD_COUNT);
      this.changed(ix);
      this.age(rowMs, columns.bookMs[ix] as number);
    }
  }

  private changed(ix: number): void {
    const { columns, next, out } = this;
    const begin = ix * FIELD_COUNT;
    let bits = 0;
    for (let field = 0; field < FIELD_COUNT; field += 1)
      if (!Object.is(next[field], columns.values[begin + field])) bits |= 1 << field;
    out.whole(bits);
    for (let field = 0; field < FIELD_COUNT; field += 1)
      if ((bits & (1 << field)) !== 0) this.value(begin + field, field);
  }

  private value(cell: number, field: number): void {
    const { columns, out } = this;
    const value = this.next[field] as number;
    columns.values[cell] = value;
    if (!Number.isFinite(value)) return out.whole(UNKNOWN);
    const units = toUnits(value, columns.units[cell] as number, IS_ROUNDED[field] === true);
    if (Number.isNaN(units)) {
      out.whole(RAW);
      return out.float(value);
    }
    const step = units - (columns.steps[cell] as number);
    columns.steps[cell] = units;
    out.whole(STEP + (step >= 0 ? step * 2 : -step * 2 - 1));
  }

  /** Age of the data in ms, one up; 0: unknown. Data from the future by our clock are of now. */
  private age(atMs: number, bookMs: number): void {
    const ageMs = Math.round(atMs - bookMs);
    this.out.whole(Number.isSafeInteger(ageMs) ? Math.max(0, ageMs) + 1 : 0);
  }
}

/** One instrument as a row left it; NaN is unknown. */
export interface MarketRow {
  readonly ix: number;
  readonly atMs: number;
  readonly bookMs: number;
  readonly values: Readonly<Record<(typeof ROW_FIELDS)[number], number>>;
}

/** Reads what a `RowEncoder` wrote, from a place where it wrote everything. */
export class RowDecoder {
  private readonly columns: Columns;
  private readonly count: number;

  constructor(instruments: readonly TableInstrument[]) {
    this.columns = new Columns(instruments);
    this.count = instruments.length;
  }

  /** Takes the rows of a batch. */
  batch(from: ByteReader, atMs: number): void {
    this.rows(from, () => atMs);
  }

  /** Forgets what was known and takes everything anew. */
  everything(from: ByteReader, atMs: number): void {
    this.columns.values.fill(Number.NaN);
    this.columns.steps.fill(0);
    this.columns.atMs.fill(Number.NaN);
    this.rows(from, () => atMs - from.signed());
  }

  /** Reads over the rows of a batch, or of everything, and keeps none of it. */
  static pass(from: ByteReader, isEverything: boolean): void {
    for (let left = from.whole(); left > 0; left -= 1) {
      from.signed();
      if (isEverything) from.signed();
      const bits = from.whole();
      for (let field = 0; field < FIELD_COUNT; field += 1)
        if ((bits & (1 << field)) !== 0 && from.whole() === RAW) from.float();
      from.whole();
    }
  }

  /** Returns the instruments of which something is known. */
  list(): readonly MarketRow[] {
    const { atMs, bookMs, values } = this.columns;
    const rows: MarketRow[] = [];
    for (let ix = 0; ix < this.count; ix += 1) {
      if (Number.isNaN(atMs[ix])) continue;
      const fields = ROW_FIELDS.map((field, at) => [field, values[ix * FIELD_COUNT + at]]);
      rows.push({
        ix,
        atMs: atMs[ix] as number,
        bookMs: bookMs[ix] as number,
        values: Object.fromEntries(fields) as MarketRow['values'],
      });
    }
    return rows;
  }

  private rows(from: ByteReader, timeOf: () => number): void {
    const { columns } = this;
    let ix = 0;
    for (let left = from.whole(); left > 0; left -= 1) {
      ix += from.signed();
      const rowMs = timeOf();
      const bits = from.whole();
      for (let field = 0; field < FIELD_COUNT; field += 1)
        if ((bits & (1 << field)) !== 0) this.value(from, ix * FIELD_COUNT + field);
      const age = from.whole();
      columns.atMs[ix] = rowMs;
      columns.bookMs[ix] = age === 0 ? Number.NaN : rowMs - (age - 1);
    }
  }

  private value(from: ByteReader, cell: number): void {
    const { columns } = this;
    const code = from.whole();
    if (code === UNKNOWN) columns.values[cell] = Number.NaN;
    else if (code === RAW) columns.values[cell] = from.float();
    else {
      const step = code - STEP;
      columns.steps[cell] = (columns.steps[cell] as number) + (step % 2 === 0 ? step / 2 : -(step + 1) / 2);
      columns.values[cell] = fromUnits(columns.steps[cell], columns.units[cell] as number);
    }
  }
}
