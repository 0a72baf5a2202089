import type { FastifyError, FastifyInstance } from 'fastify';
import type { Log } from '@riptide/core/kernel';
import { apiRefusal, type ApiRefusal } from '../api-refusal.ts';
import { BODY_BYTES_MAX } from '../http-limits.ts';
import { InputError } from '../input-error.ts';
import { pathOf } from './gate-hook.ts';
import { sendProblem } from '../send-problem.ts';

/** Other texts are the web framework's own; those of whatever else was thrown are not for outside. */
const TEXTS: Readonly<Record<number, string>> = {
  404: 'There is nothing here',
  413: `The body is larger than ${BODY_BYTES_MAX} bytes`,
  415: 'The body must be JSON, sent with content-type application/json',
};

/** Answers everything that is thrown on the way: bad input with a text per field, bugs with 500 and a log line. */
export function addErrorHandler(app: FastifyInstance, log: Log): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = refusalOf(error);
    if (refusal.status >= 500) {
      log.error('request failed', {
        requestId: request.id,
        method: request.method,
        // Without the query, in which somebody may have put a secret.
        path: pathOf(request),
        error: error.stack ?? error.message,
      });
    }
    return sendProblem(request, reply, refusal);
  });
}

function refusalOf(error: FastifyError): ApiRefusal {
  if (error instanceof InputError) return invalidInput(error.fields);
  const status = error.statusCode ?? 500;
  if (status >= 400 && status < 500) {
    const text = TEXTS[status] ?? (error.code?.startsWith('FST_') ? error.message : 'The request is not valid');
    return apiRefusal(status === 404 ? 'not_found' : 'invalid_input', { status, text });
  }
  return apiRefusal('internal_error');
}

/** A text that begins with a capital is a sentence by itself; the others follow the name of their field. */
function invalidInput(fields: Readonly<Record<string, string>>): ApiRefusal {
  const texts = Object.entries(fields).map(([field, text]) => (/^\p{Lu}/u.test(text) ? text : `${field}: ${text}`));
  return apiRefusal('invalid_input', {
    text: texts[0] ?? 'The request is not valid',
    detail: [...new Set(texts)].join('; '),
    fields,
  });
}
