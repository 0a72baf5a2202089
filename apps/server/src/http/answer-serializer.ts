import type { FastifySerializerCompiler } from 'fastify';
import { safeEncode, type ZodType } from 'zod';
import { strictInput } from '@riptide/contracts';

/** `strip` leaves out what the contract does not know; `refuse` makes it a fault, for tests. */
export type UnknownFields = 'strip' | 'refuse';

/** An answer that its own contract refuses: a bug of ours. */
export class AnswerError extends Error {
  constructor(method: string, url: string, faults: readonly string[]) {
    super(`Invariant: the answer of ${method} ${url} is not that of its contract: ${faults.join('; ')}`);
  }
}

/** Returns what writes answers: each as its contract says, so that nothing else leaves the house. */
export function answerSerializer(unknownFields: UnknownFields): FastifySerializerCompiler<ZodType> {
  return ({ schema: contract, method, url }) => {
    return (data) => {
      const schema = unknownFields === 'refuse' ? strictOf(contract) : contract;
      const result = safeEncode(schema, data);
      if (!result.success) throw new AnswerError(method, url, result.error.issues.map(faultOf).slice(0, 10));
      return JSON.stringify(result.data);
    };
  };
}

/** Strict contracts, each made when its first answer is written. */
const strict = new WeakMap<ZodType, ZodType>();

function strictOf(contract: ZodType): ZodType {
  const made = strict.get(contract) ?? strictInput(contract);
  strict.set(contract, made);
  return made;
}

/** Names the place and the kind of a fault, never the value. */
function faultOf(issue: {
  readonly path: readonly PropertyKey[];
  readonly code?: string;
  readonly keys?: string[];
}): string {
  const names = issue.keys === undefined ? '' : ` (${issue.keys.join(', ')})`;
  return `${issue.path.map(String).join('.') || 'the whole'}: ${issue.code ?? 'invalid'}${names}`;
}
