import type { DomainError } from '@riptide/core/domain';
import { apiRefusal } from './api-refusal.ts';
import { wireName } from './presenters/wire-names.ts';
import type { RouteError } from './to-problem.ts';

/** Returns a refusal of input by the core, `field what; field what`, with a text per field in the API's names; others as they are. */
export function fieldRefusal(error: DomainError): RouteError {
  if (error.code !== 'INPUT_INVALID') return error;
  const fields = Object.fromEntries(
    error.detail.split('; ').map((part) => {
      const at = part.indexOf(' ');
      return at < 1 ? ['body', part] : [wireName(part.slice(0, at)), part.slice(at + 1)];
    }),
  );
  const detail = Object.entries(fields).map(([field, text]) => `${field} ${text}`);
  return apiRefusal('invalid_input', { detail: detail.join('; '), fields });
}
