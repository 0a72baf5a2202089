import type { ProblemCode } from '@riptide/contracts/calls';

type ApiProblemCode = ProblemCode | 'gate-locked' | 'non-json-response' | 'network' | 'timeout' | 'unexpected-answer';

export interface ApiProblemFacts {
  readonly code: ApiProblemCode;
  readonly text: string;
  readonly status: number | null;
  readonly path: string;
  /** What the server knows beside its words, where it says more. */
  readonly detail?: string | undefined;
  readonly requestId?: string | undefined;
  readonly fields?: Readonly<Record<string, string>> | undefined;
  readonly retryAfterS?: number | undefined;
  /** Of a command whose answer was lost: asks what became of it, and has nothing carried out. */
  readonly recall?: (() => Promise<unknown>) | undefined;
}

/** A call that was not done, with what a person needs to know about it. */
export class ApiProblem extends Error {
  readonly facts: ApiProblemFacts;

  constructor(facts: ApiProblemFacts) {
    super(facts.text);
    this.name = 'ApiProblem';
    this.facts = facts;
  }
}

/** Gives the text for a person: the server's where the server spoke, else the action's default. */
export function problemText(error: unknown, fallback: string): string {
  if (!(error instanceof ApiProblem)) return fallback;
  const { code, text } = error.facts;
  if (text.trim() === '') return fallback;
  return code === 'network' || code === 'timeout' || code === 'unexpected-answer' ? `${fallback}: ${text}` : text;
}

/** Tells an order that may have been done from one that failed: the server is finding out, and nobody may call it failed. */
export function isOutcomeUnknown(error: unknown): boolean {
  return error instanceof ApiProblem && error.facts.code === 'order_outcome_unknown';
}

/** Tells a call that the server has answered with no: asked again at once it would say the same. */
export function isRefused(error: unknown): boolean {
  const status = error instanceof ApiProblem ? error.facts.status : null;
  return status !== null && status >= 400 && status < 500;
}

/** Gives the technical facts of a failure as one copyable line. */
export function problemDetails(error: unknown): string {
  if (!(error instanceof ApiProblem)) return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const { code, path, status, requestId } = error.facts;
  return [`code ${code}`, `path ${path}`, `status ${status ?? 'none'}`, `request ${requestId ?? 'none'}`].join(', ');
}
