import { z, type ZodType } from 'zod';
import { strictInput } from './strict-input.ts';

/** One HTTP call, described once: the server validates and documents with it, the web app types and parses with it. */
export interface RouteDef {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Whole path, prefix included. */
  readonly path: `/api/${string}`;
  readonly summary: string;
  /** Giving the command twice would do it twice: it may carry an `Idempotency-Key`, which the server carries out once. */
  readonly isOnce?: true;
  readonly params?: ZodType;
  readonly query?: ZodType;
  readonly body?: ZodType;
  readonly response: ZodType;
}

/**
 * Returns the definition with its literal types kept. What a caller sends is refused where it has a field that the call does not know: a
 * misspelt filter must not answer with everything, a misspelt limit must not start without it.
 */
export function defineRoute<const R extends RouteDef>(route: R): R {
  const { method, query, body } = route;
  return {
    ...route,
    ...(query === undefined && method !== 'GET' ? {} : { query: strictInput(query ?? z.object({})) }),
    ...(method === 'GET' ? {} : { body: strictInput(body ?? z.object({}).optional()) }),
  };
}

type InputOf<T> = T extends ZodType ? z.input<T> : never;

/** What a caller passes: only the parts the route has. */
export type RouteInput<R extends RouteDef> = {
  [K in 'params' | 'query' | 'body' as R[K] extends ZodType ? K : never]: InputOf<R[K]>;
};

/** The parsed answer of a route. */
export type RouteOutput<R extends RouteDef> = z.output<R['response']>;
