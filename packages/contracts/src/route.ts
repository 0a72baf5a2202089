import type { z, ZodType } from 'zod';

/** One HTTP call, described once: the server validates and documents with it, the web app types and parses with it. */
export interface RouteDef {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Whole path, prefix included. */
  readonly path: `/api/${string}`;
  readonly summary: string;
  readonly params?: ZodType;
  readonly query?: ZodType;
  readonly body?: ZodType;
  readonly response: ZodType;
}

/** Returns the definition itself, with its literal types kept. */
export function defineRoute<const R extends RouteDef>(route: R): R {
  return route;
}

type InputOf<T> = T extends ZodType ? z.input<T> : never;

/** What a caller passes: only the parts the route has. */
export type RouteInput<R extends RouteDef> = {
  [K in 'params' | 'query' | 'body' as R[K] extends ZodType ? K : never]: InputOf<R[K]>;
};

/** The parsed answer of a route. */
export type RouteOutput<R extends RouteDef> = z.output<R['response']>;
