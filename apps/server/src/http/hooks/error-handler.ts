import type { FastifyError, FastifyInstance } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import type { Log } from '@riptide/core/kernel';
import { apiRefusal, type ApiRefusal } from '../api-refusal.ts';
import { sendProblem } from '../send-problem.ts';

/** Answers everything that is thrown on the way: bad input with a text per field, bugs with 500 and a log line. */
export function addErrorHandler(app: FastifyInstance, log: Log): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = refusalOf(error);
    if (refusal.status >= 500) {
      log.error('request failed', {
        requestId: request.id,
        method: request.method,
        url: request.url,
        error: error.stack ?? error.message,
      });
    }
    return sendProblem(request, reply, refusal);
  });
}

function refusalOf(error: FastifyError): ApiRefusal {
  if (hasZodFastifySchemaValidationErrors(error)) return invalidInput(error.validation);
  const status = error.statusCode ?? 500;
  if (status >= 400 && status < 500) {
    return apiRefusal(status === 404 ? 'not_found' : 'invalid_input', { status, text: error.message });
  }
  return apiRefusal('internal_error');
}

function invalidInput(
  issues: readonly { readonly instancePath: string; readonly message?: string | undefined }[],
): ApiRefusal {
  const fields: Record<string, string> = {};
  for (const issue of issues) {
    const field = issue.instancePath.split('/').filter(Boolean).join('.') || 'body';
    fields[field] ??= issue.message ?? 'is not valid';
  }
  const [first = 'The request is not valid'] = Object.values(fields);
  const detail = Object.entries(fields)
    .map(([field, text]) => `${field}: ${text}`)
    .join('; ');
  return apiRefusal('invalid_input', { text: first, detail, fields });
}
