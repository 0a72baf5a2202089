import type { RouteRef, RouteInput, RouteOutput, StreamTopic } from '@riptide/contracts/calls';
import { PROBLEM_CODES, type Problem } from '@riptide/contracts/calls';
import { ApiProblem } from './api-problem.ts';
import { doOnce, type KeyedAsking } from './keyed-command.ts';

/** Says what the contract does not allow; null where all is well. */
export interface ContractCheck {
  readonly answer: (route: RouteRef, body: unknown) => string | null;
  readonly item: (topic: StreamTopic, payload: unknown) => string | null;
}

export interface ApiClientPorts {
  readonly fetch: typeof fetch;
  /** Called on any 401: this browser holds no gate session. */
  readonly onGateLocked: () => void;
  readonly timeoutMs?: number;
  /** The account's token, if one is logged in. */
  readonly bearer?: () => string | null;
  /** Gets another token in place of one the server takes no more; false when the login is over. */
  readonly renewBearer?: (call: ApiCall) => Promise<boolean>;
  /** Of development and tests; the server has checked every answer by the same schema before it left. */
  readonly check?: ContractCheck['answer'];
}

export type ApiCall = <R extends RouteRef>(
  route: R,
  input?: Partial<RouteInput<R>>,
  signal?: AbortSignal,
) => Promise<RouteOutput<R>>;

/** A file that the server made for a call. */
interface Download {
  readonly fileName: string;
  readonly blob: Blob;
}

export type ApiDownload = <R extends RouteRef>(route: R, input?: Partial<RouteInput<R>>) => Promise<Download>;

const DEFAULT_TIMEOUT_MS = 10_000;
/** Calls that wait for a venue or for receivers of messages, which have their own limits; commands that are done once do too. */
const SLOW_TIMEOUT_MS = 30_000;
const SLOW_PATHS: ReadonlySet<string> = new Set([
  '/api/admin/connections',
  '/api/admin/connections/test',
  '/api/notify/test',
]);
/** A backup of a large installation takes its time. */
const DOWNLOAD_TIMEOUT_MS = 600_000;

/**
 * Makes the one function every HTTP call goes through: typed by the contract, cookie sent, bounded in time.
 *
 * @errors gate-locked on 401, non-json-response, network, timeout, unexpected-answer, else the server's own code.
 */
export function createApiCall(ports: ApiClientPorts): ApiCall {
  const ask = async <R extends RouteRef>(
    route: R,
    {
      input,
      signal,
      how = null,
    }: { input: Partial<RouteInput<R>> | undefined; signal: AbortSignal | undefined; how?: KeyedAsking | null },
  ): Promise<RouteOutput<R>> => {
    const path = addressOf(route, input);
    const timeout = AbortSignal.timeout(ports.timeoutMs ?? timeoutOf(route, how));
    const limit = signal ? AbortSignal.any([signal, timeout]) : timeout;
    const response = await send(ports, path, initOf(ports, { route, input, signal: limit, how }));
    const body = await readJson(response, path);
    if (!response.ok) throw refusal(ports, response, path, body);
    const fault = hasOk(body) ? (ports.check?.(route, body) ?? null) : 'ok';
    if (fault !== null) {
      const text = `Server sent an answer this page does not understand (${fault})`;
      throw new ApiProblem({ code: 'unexpected-answer', text, status: response.status, path });
    }
    return body as RouteOutput<R>;
  };
  const once: ApiCall = (route, input, signal) =>
    route.isOnce === true ? doOnce((how) => ask(route, { input, signal, how })) : ask(route, { input, signal });
  return async (route, input, signal) => {
    try {
      return await once(route, input, signal);
    } catch (e) {
      if (!isStaleLogin(e, route) || (ports.bearer?.() ?? null) === null) throw e;
      if ((await ports.renewBearer?.(once)) !== true) throw e;
      return once(route, input, signal);
    }
  };
}

function bearerHeader({ bearer }: ApiClientPorts): { authorization?: string } {
  const token = bearer?.() ?? null;
  return token === null ? {} : { authorization: `Bearer ${token}` };
}

/** The server did nothing for want of an account that this browser has: with another token it may. */
function isStaleLogin(error: unknown, route: RouteRef): boolean {
  return error instanceof ApiProblem && error.facts.code === 'account_required' && route.path !== '/api/auth/refresh';
}

/**
 * Makes the function for calls that answer with a file instead of JSON.
 *
 * @errors like `createApiCall`; a refusal is JSON here too.
 */
export function createApiDownload(ports: ApiClientPorts): ApiDownload {
  return async (route, input) => {
    const path = addressOf(route, input);
    const limit = AbortSignal.timeout(ports.timeoutMs ?? DOWNLOAD_TIMEOUT_MS);
    const response = await send(ports, path, initOf(ports, { route, input, signal: limit }));
    if (!response.ok) throw refusal(ports, response, path, await readJson(response, path));
    const named = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
    try {
      return { fileName: named ?? 'riptide-download', blob: await response.blob() };
    } catch (e) {
      throw new ApiProblem({
        code: 'network',
        text: `The download broke off: ${e instanceof Error ? e.message : String(e)}`,
        status: response.status,
        path,
      });
    }
  };
}

interface Asking {
  readonly route: RouteRef;
  readonly input: unknown;
  readonly signal: AbortSignal;
  /** Of a command that is carried out once, however often it is asked for. */
  readonly how?: KeyedAsking | null;
}

function initOf(ports: ApiClientPorts, { route, input, signal, how = null }: Asking): RequestInit {
  const isGet = route.method === 'GET';
  return {
    method: route.method,
    credentials: 'same-origin',
    headers: {
      accept: 'application/json',
      ...bearerHeader(ports),
      ...(how === null ? {} : { 'idempotency-key': how.key }),
      ...(how?.kind === 'recall' ? { 'idempotency-recall': 'true' } : {}),
      ...(isGet ? {} : { 'content-type': 'application/json' }),
    },
    ...(isGet ? {} : { body: JSON.stringify(bodyOf(input) ?? {}) }),
    signal,
  };
}

/** The first asking outlasts the server's own limits; whoever asks again after it is not kept waiting as long once more. */
function timeoutOf({ method, path }: RouteRef, how: KeyedAsking | null): number {
  return how?.kind === 'first' || (method !== 'GET' && SLOW_PATHS.has(path)) ? SLOW_TIMEOUT_MS : DEFAULT_TIMEOUT_MS;
}

/** Gives the address that a call is sent to, with its query. */
export function addressOf(route: RouteRef, input?: unknown): string {
  return pathText(route.path, input) + queryText(input);
}

/** Writes the parts of the address in its place, e.g. `:id`. */
function pathText(path: string, input: unknown): string {
  const params = (input as { params?: Record<string, unknown> } | undefined)?.params ?? {};
  return path.replace(/:([a-z_]+)/g, (_whole, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`Invariant: ${path} needs ${name}`);
    return encodeURIComponent(String(value));
  });
}

function bodyOf(input: unknown): unknown {
  return (input as { body?: unknown } | undefined)?.body;
}

function queryText(input: unknown): string {
  const query = (input as { query?: Record<string, unknown> } | undefined)?.query;
  if (!query) return '';
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(pairs.map(([key, value]) => [key, String(value)])).toString();
  return text === '' ? '' : `?${text}`;
}

async function send(ports: ApiClientPorts, path: string, init: RequestInit): Promise<Response> {
  try {
    return await ports.fetch(path, init);
  } catch (e) {
    throw sendingFault(e, path);
  }
}

/** What went wrong on the wire, before an answer or in the middle of it. An abort is the page's own and stays what it is. */
function sendingFault(e: unknown, path: string): unknown {
  if (e instanceof DOMException && e.name === 'TimeoutError')
    return new ApiProblem({ code: 'timeout', text: 'Server did not answer in time', status: null, path });
  if (e instanceof DOMException && e.name === 'AbortError') return e;
  return new ApiProblem({ code: 'network', text: 'Server can not be reached', status: null, path });
}

async function readJson(response: Response, path: string): Promise<unknown> {
  const text = await response.text().catch((e: unknown) => {
    throw sendingFault(e, path);
  });
  try {
    return JSON.parse(text) as unknown;
  } catch (e) {
    if (!(e instanceof SyntaxError)) throw e;
    const said = `Server sent an unreadable answer (${response.status})`;
    throw new ApiProblem({ code: 'non-json-response', text: said, status: response.status, path });
  }
}

function refusal(ports: ApiClientPorts, response: Response, path: string, body: unknown): ApiProblem {
  const said = readProblem(body);
  if (response.status === 401) ports.onGateLocked();
  return new ApiProblem({
    code: response.status === 401 ? 'gate-locked' : (said?.code ?? 'internal_error'),
    text: said?.error ?? `Server refused the call (${response.status})`,
    status: response.status,
    path,
    detail: said?.detail,
    requestId: said?.request_id,
    fields: said?.fields,
    retryAfterS: said?.retry_after_seconds,
  });
}

/** Whoever answers without `ok` is no server of this page, whatever the status. */
function hasOk(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'ok' in body;
}

function readProblem(body: unknown): Problem | null {
  if (typeof body !== 'object' || body === null) return null;
  const { code, error } = body as Partial<Problem>;
  const isKnown = (PROBLEM_CODES as readonly unknown[]).includes(code) && typeof error === 'string';
  return isKnown ? (body as Problem) : null;
}
