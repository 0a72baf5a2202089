import type { RouteDef } from '@riptide/contracts';
import { z } from 'zod';

interface JsonNode {
  readonly properties?: Readonly<Record<string, JsonNode>>;
  readonly items?: JsonNode;
  readonly additionalProperties?: JsonNode | boolean;
  readonly anyOf?: readonly JsonNode[];
  readonly oneOf?: readonly JsonNode[];
  readonly allOf?: readonly JsonNode[];
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonNode>>;
}

/** Returns the routes among the exports of the contracts. */
export function routesOf(contracts: Readonly<Record<string, unknown>>): readonly RouteDef[] {
  return Object.values(contracts).filter(isRoute);
}

function isRoute(value: unknown): value is RouteDef {
  return typeof value === 'object' && value !== null && 'path' in value && 'method' in value && 'response' in value;
}

/** Returns the route that answers a call; a variable of the route takes whatever the call names there. */
export function routeOf(routes: readonly RouteDef[], call: string): RouteDef | undefined {
  const exact = routes.find((route) => `${route.method} ${route.path}` === call);
  return exact ?? routes.find((route) => doesAnswer(route, call));
}

function doesAnswer(route: RouteDef, call: string): boolean {
  const [method, path = ''] = call.split(' ');
  const own = route.path.split('/');
  const asked = path.split('/');
  return (
    method === route.method &&
    own.length === asked.length &&
    own.every((part, index) => part === asked[index] || part.startsWith(':'))
  );
}

/** Returns whether a schema has the field at a dotted path; `[]` and `*` step into rows and entries. */
export function hasField(schema: z.ZodType, path: string, io: 'input' | 'output'): boolean {
  const root = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonNode;
  const steps = path.split('.').flatMap((step) => (step.endsWith('[]') ? [step.slice(0, -2), '[]'] : [step]));
  return nodesAt(root, [root], steps).length > 0;
}

function nodesAt(root: JsonNode, nodes: readonly JsonNode[], steps: readonly string[]): readonly JsonNode[] {
  const [step, ...rest] = steps;
  if (step === undefined) return nodes;
  const next = nodes.flatMap((node) => branchesOf(root, node)).flatMap((node) => childOf(node, step));
  return nodesAt(root, next, rest);
}

function childOf(node: JsonNode, step: string): readonly JsonNode[] {
  const entries = typeof node.additionalProperties === 'object' ? [node.additionalProperties] : [];
  if (step === '*') return [...Object.values(node.properties ?? {}), ...entries];
  const child = step === '[]' ? node.items : node.properties?.[step];
  return child === undefined ? [] : [child];
}

function branchesOf(root: JsonNode, node: JsonNode): readonly JsonNode[] {
  const name = node.$ref?.split('/').at(-1);
  const target = name === undefined ? undefined : name === '#' ? root : root.$defs?.[name];
  const branches = [...(node.anyOf ?? []), ...(node.oneOf ?? []), ...(node.allOf ?? [])];
  return [node, ...[...branches, ...(target === undefined ? [] : [target])].flatMap((each) => branchesOf(root, each))];
}
