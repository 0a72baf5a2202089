import { domainError, err, ok, type DomainError, type Instrument, type Result } from '@riptide/core/domain';
import { isRecord, UnknownNames, type VenueDeps } from '../../kit/index.ts';
import { textOf, type RowReading } from '../rest/parse-private.ts';
import { malformed } from './private-rest.ts';

/** Reads rows for the instruments that are followed, and counts what is left out. */
export class PrivateRowReader {
  /** Rows of instruments that nobody listed: left out. */
  unknownSymbols = 0;
  /** Rows and frames of another shape than documented. */
  malformedRows = 0;
  private readonly names: UnknownNames;
  private readonly deps: VenueDeps;
  private instruments = new Map<string, Instrument>();

  constructor(deps: VenueDeps) {
    this.deps = deps;
    this.names = new UnknownNames(deps.log, 'OKX account');
  }

  setInstruments(instruments: readonly Instrument[]): void {
    this.instruments = new Map(instruments.map((one) => [one.wireSymbol, one]));
  }

  readonly find = (instId: string): Instrument | null => this.instruments.get(instId) ?? null;

  /**
   * Returns what the rows of a list say, in their order, without those of unknown instruments.
   *
   * @errors VENUE_ANSWER_MALFORMED when one row can't be read: a list with a hole would be taken for the whole.
   */
  list<T>(path: string, rows: readonly unknown[], parse: Parse<T>): Result<readonly T[], DomainError> {
    const out: T[] = [];
    for (const row of rows) {
      const reading = parse(row, this.find);
      if (reading.ok) out.push(reading.value);
      else if (reading.error === 'malformed') return this.refuse(path);
      else this.countUnknown(row);
    }
    return ok(out);
  }

  /**
   * Returns what one row says.
   *
   * @errors VENUE_ANSWER_MALFORMED; INSTRUMENT_UNKNOWN when it is of no listed instrument.
   */
  one<T>(path: string, row: unknown, parse: Parse<T>): Result<T, DomainError> {
    const reading = parse(row, this.find);
    if (reading.ok) return reading;
    if (reading.error === 'malformed') return this.refuse(path);
    this.countUnknown(row);
    return err(domainError('INSTRUMENT_UNKNOWN', `path=${path}`, { outcome: 'unknown' }));
  }

  /** Counts a row or frame that was left out, and tells the log of names once each. */
  countUnknown(row: unknown): void {
    this.unknownSymbols += 1;
    if (isRecord(row)) this.names.tell('symbol', textOf(row, 'instId'));
  }

  countMalformed(where: string): void {
    this.malformedRows += 1;
    this.deps.log.warn('account data of an unknown shape', { venue: 'OKX', where, count: this.malformedRows });
  }

  private refuse(path: string): Result<never, DomainError> {
    this.countMalformed(path);
    return err(malformed(path, 'a row of another shape'));
  }
}

type Parse<T> = (row: unknown, find: PrivateRowReader['find']) => RowReading<T>;
