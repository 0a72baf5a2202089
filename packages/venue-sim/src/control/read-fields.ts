import { ok, type Result } from '@riptide/core/domain';
import { badField, type ControlRefusal } from './control-answer.ts';
import type { Fields, ValuesOf } from './fields.ts';

/** Reads the fields of a call. 400 `bad_field` for the first that is missing, not allowed or unknown. */
export function readFields<F extends Fields>(
  fields: F,
  input: Readonly<Record<string, unknown>>,
): Result<ValuesOf<F>, ControlRefusal> {
  for (const name of Object.keys(input)) {
    if (!Object.hasOwn(fields, name)) return badField(name, input[name], `no such field; ${namesOf(fields)}`);
  }
  const values: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const given = Object.hasOwn(input, name) ? input[name] : undefined;
    const isAbsent = given === undefined || (given === null && !field.isRequired);
    const value = isAbsent && !field.isRequired ? field.whenAbsent : field.read(given);
    if (value === undefined) return badField(name, given, field.allowed);
    values[name] = value;
  }
  return ok(values as ValuesOf<F>);
}

function namesOf(fields: Fields): string {
  const names = Object.keys(fields);
  return names.length === 0 ? 'this call has none' : `the fields are ${names.join(', ')}`;
}
