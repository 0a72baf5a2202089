import type { ControlAnswer, JsonObject } from './control-answer.ts';
import type { Fields, ValuesOf } from './fields.ts';
import { readFields } from './read-fields.ts';

/** One call of the control API. */
export interface ControlCall {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly about: string;
  /** Of the JSON body of a POST, of the query of a GET. */
  readonly fields: Fields;
  /** What may be sent as it stands; null for a call without fields. */
  readonly example: JsonObject | null;
  /** What the description says beyond the fields. */
  readonly more?: JsonObject;
  run(input: Readonly<Record<string, unknown>>): ControlAnswer;
}

/** Builds a call whose fields are read before it acts. */
export function controlCall<F extends Fields>(call: {
  readonly method: ControlCall['method'];
  readonly path: string;
  readonly about: string;
  readonly fields: F;
  readonly example: JsonObject | null;
  readonly act: (values: ValuesOf<F>) => ControlAnswer;
}): ControlCall {
  const { act, ...shown } = call;
  return {
    ...shown,
    run(input) {
      const read = readFields(call.fields, input);
      return read.ok ? act(read.value) : read;
    },
  };
}

/** Returns fields as the description shows them. */
export function fieldRows(fields: Fields): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { about, allowed, isRequired, whenAbsent }]) => [
      name,
      { about, allowed, required: isRequired, ...(isRequired ? {} : { default: shownDefault(whenAbsent) }) },
    ]),
  );
}

function shownDefault(value: unknown): string | number | boolean | null {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}
