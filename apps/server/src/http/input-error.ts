import type { z } from 'zod';
import { personText } from './person-text.ts';

/** Input that a contract refuses, with a text per faulty field. */
export class InputError extends Error {
  readonly statusCode = 400;
  readonly fields: Readonly<Record<string, string>>;

  constructor(fields: Readonly<Record<string, string>>) {
    super('input refused by the contract');
    this.fields = fields;
  }
}

/** Parses a part of a request. A missing body reaches us as null; for the contract it is undefined. */
export function parseInput(
  schema: z.ZodType,
  data: unknown,
): { readonly value: unknown } | { readonly error: InputError } {
  const given = data === null ? undefined : data;
  const result = schema.safeParse(given, { error: (issue) => personText(issue, given) });
  if (result.success) return { value: result.data };
  const fields: Record<string, string> = {};
  for (const issue of result.error.issues) {
    const unknown = issue.code === 'unrecognized_keys' ? issue.keys : [];
    for (const key of unknown) fields[[...issue.path, key].join('.')] ??= 'is no field of this request';
    if (unknown.length === 0) fields[issue.path.join('.') || 'body'] ??= issue.message;
  }
  // A body whose only fields are unknown counts as empty besides: the unknown names say it better.
  if (result.error.issues.some(({ code }) => code === 'unrecognized_keys')) delete fields['body'];
  return { error: new InputError(fields) };
}
