import type { FlightMoment, getFlightMoment, RouteInput } from '@riptide/contracts/calls';

type MomentQuery = RouteInput<typeof getFlightMoment>['query'];

/** What a moment is named by: a row of the audit log, a decision, a record, or a time. */
export type MomentPlace = Pick<MomentQuery, 'at' | 'seq' | 'kind' | 'id' | 'decision_id'>;

const number = (text: string): number | null => (/^\d+(\.\d+)?$/.test(text) ? Number(text) : null);

/** Reads a place as the address writes it, e.g. `trade:48211`, `seq:77`, `at:1700000000.5`, `decision:d7`; null where it names none. */
export function parsePlace(text: string | undefined): MomentPlace | null {
  const [, kind = '', value = ''] = /^([a-z]+):(.{1,64})$/.exec(text ?? '') ?? [];
  if (kind === 'decision') return { decision_id: value };
  const figure = number(value);
  if (figure === null) return null;
  if (kind === 'at') return { at: figure };
  if (!Number.isSafeInteger(figure) || figure < 1) return null;
  if (kind === 'seq') return { seq: figure };
  return kind === 'trade' || kind === 'event' ? { kind, id: figure } : null;
}

/** Writes a moment as the address names it: by its record where it has one. */
export function placeOf({ record, at }: Pick<FlightMoment, 'record' | 'at'>): string {
  return record !== null && record.at === at ? `seq:${record.seq}` : `at:${at}`;
}
