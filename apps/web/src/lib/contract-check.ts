import * as contracts from '@riptide/contracts';
import type { RouteRef, StreamTopic } from '@riptide/contracts/calls';
import type { ContractCheck } from './api-client.ts';

const routes = new Map(
  Object.values(contracts)
    .filter((value): value is contracts.RouteDef & typeof value => isRoute(value))
    .map((route) => [`${route.method} ${route.path}`, route as contracts.RouteDef]),
);

function isRoute(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'response' in value && 'method' in value && 'path' in value;
}

/** The whole definition behind a reference. */
function definitionOf({ method, path }: RouteRef): contracts.RouteDef {
  const route = routes.get(`${method} ${path}`);
  if (!route) throw new Error(`Invariant: the contracts have no ${method} ${path}`);
  return route;
}

/** Says what in answers and stream items the contracts do not allow; for development and tests, since it brings every schema along. */
export const contractCheck: ContractCheck = {
  answer: (route, body) => faultIn(definitionOf(route).response.safeParse(body)),
  item: (topic: StreamTopic, payload: unknown) => faultIn(contracts.StreamPayloads[topic].safeParse(payload)),
};

function faultIn(parsed: {
  readonly error?: { readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[] };
}): string | null {
  const issue = parsed.error?.issues[0];
  return issue === undefined ? null : `${issue.path.map(String).join('.')}: ${issue.message}`;
}
