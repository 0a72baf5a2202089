import type { RouteDef, RouteInput as DefInput, RouteOutput as DefOutput } from './route.ts';

declare const ROUTE: unique symbol;

/** Where a call goes, without its schemas: the definition is carried as a type only. */
export interface RouteRef<R extends RouteDef = RouteDef> {
  readonly method: R['method'];
  readonly path: R['path'];
  /** A repeat with the same `Idempotency-Key` is carried out once. */
  readonly isOnce?: true;
  /** Never there at run time. */
  readonly [ROUTE]?: R;
}

type DefOf<C extends RouteRef> = NonNullable<C[typeof ROUTE]>;

/** What a caller passes: only the parts the route has. */
export type RouteInput<C extends RouteRef> = DefInput<DefOf<C>>;

/** The answer of a route. */
export type RouteOutput<C extends RouteRef> = DefOutput<DefOf<C>>;
