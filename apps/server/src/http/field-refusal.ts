import type { DomainError } from '@riptide/core/domain';
import { apiRefusal, type ApiRefusal } from './api-refusal.ts';
import { wireName } from './presenters/wire-names.ts';
import type { RouteError } from './to-problem.ts';

/**
 * Returns a refusal of input by the core, `field what; field what`, with a text per field in the API's names and the first of them as what the
 * person reads; others as they are.
 */
export function fieldRefusal(error: DomainError): RouteError {
  if (error.code !== 'INPUT_INVALID') return error;
  const fields = Object.fromEntries(
    error.detail.split('; ').map((part) => {
      const at = part.indexOf(' ');
      return at < 1 ? ['body', part] : [wireName(part.slice(0, at)), part.slice(at + 1)];
    }),
  );
  return refusedFields(fields);
}

/** Returns the refusal of fields, each with what is wrong with it: a text that goes on after its field, or `body` for the whole. */
export function refusedFields(fields: Readonly<Record<string, string>>): ApiRefusal {
  const texts = Object.entries(fields).map(([field, text]) => {
    if (field === 'body') return text;
    return /^\p{Ll}/u.test(text) ? `${field} ${text}` : `${field}: ${text}`;
  });
  const [first] = texts;
  return apiRefusal('invalid_input', {
    ...(first === undefined ? {} : { text: first }),
    detail: texts.join('; '),
    fields,
  });
}
