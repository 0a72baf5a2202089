import { err, ok } from '@riptide/core/domain';
import type { Clock } from '@riptide/core/kernel';
import type { VenueSim } from '../faults-public.ts';
import { accountCalls } from './account-calls.ts';
import type { ControlAnswer, Json, JsonObject } from './control-answer.ts';
import { controlCall, fieldRows, type ControlCall } from './control-call.ts';
import { faultCalls } from './fault-calls.ts';
import { keyCalls } from './key-calls.ts';
import { marketCalls } from './market-calls.ts';
import { truthCalls } from './truth-calls.ts';

/** One request to the control API, as its server read it. */
export interface ControlRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: string;
}

/** Builds the control API of a running simulator over the simulated market. */
export function controlApi(
  sim: VenueSim,
  from: { readonly clock: Clock; readonly marketSeed: number },
): (request: ControlRequest) => ControlAnswer {
  const calls: ControlCall[] = [
    ...faultCalls(sim, from.clock),
    ...marketCalls(sim, from),
    ...accountCalls(sim),
    ...keyCalls(sim, from.clock),
    ...truthCalls(sim),
  ];
  const root: ControlCall = controlCall({
    method: 'GET',
    path: '/',
    about: 'this description',
    fields: {},
    example: null,
    act: (): ControlAnswer => ok({ about: ABOUT, venues: { ...sim.baseUrls }, calls: [root, ...calls].map(callRow) }),
  });
  return (request) => answer([root, ...calls], request);
}

const ABOUT =
  'Control of the simulated venues: arms faults, moves prices and money, and answers what the venues themselves know. POST takes a JSON object; every answer has ok.';

function answer(calls: readonly ControlCall[], request: ControlRequest): ControlAnswer {
  const here = calls.filter(({ path }) => path === request.path);
  if (here.length === 0) {
    return err({ status: 404, code: 'not_found', error: `no call ${request.path}; GET / tells what there is` });
  }
  const call = here.find(({ method }) => method === request.method);
  if (call === undefined) {
    const allowed = here.map(({ method }) => method).join(', ');
    return err({ status: 405, code: 'method_not_allowed', error: `${request.path} takes ${allowed}`, allowed });
  }
  const input = call.method === 'POST' ? bodyOf(request.body) : queryOf(request.query);
  return input.ok ? call.run(input.value) : input;
}

function queryOf(query: URLSearchParams): ControlAnswer {
  const names = Array.from(query.keys());
  const repeated = names.find((name, at) => names.indexOf(name) !== at);
  if (repeated === undefined) return ok(Object.fromEntries(query));
  const error = `${repeated}: read twice, allowed: once`;
  return err({
    status: 400,
    code: 'bad_field',
    error,
    field: repeated,
    value: query.getAll(repeated),
    allowed: 'once',
  });
}

function bodyOf(body: string): ControlAnswer {
  const expected = 'a JSON object';
  try {
    const parsed = JSON.parse(body) as Json;
    if (parsed !== null && typeof parsed === 'object' && !Array.isArray(parsed)) return ok(parsed as JsonObject);
  } catch (cause) {
    const error = `body: ${cause instanceof Error ? cause.message : 'unreadable'}; allowed: ${expected}`;
    return err({ status: 400, code: 'bad_body', error, field: 'body', value: body.slice(0, 200), allowed: expected });
  }
  const error = `body: read ${body.slice(0, 200)}, allowed: ${expected}`;
  return err({ status: 400, code: 'bad_body', error, field: 'body', value: body.slice(0, 200), allowed: expected });
}

function callRow({ method, path, about, fields, example, more }: ControlCall): JsonObject {
  return { method, path, about, fields: fieldRows(fields), example, ...more };
}
