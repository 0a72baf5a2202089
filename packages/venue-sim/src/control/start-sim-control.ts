import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { err, ok, type Result } from '@riptide/core/domain';
import type { Clock, Log } from '@riptide/core/kernel';
import type { VenueSim } from '../faults-public.ts';
import { controlApi, type ControlRequest } from './control-api.ts';
import type { ControlAnswer, ControlRefusal } from './control-answer.ts';

const BODY_BYTES_MAX = 64 * 1024;
const HEADER_BYTES_MAX = 8 * 1024;
const CONNECTIONS_MAX = 64;
const REQUEST_TIMEOUT_MS = 10_000;

export interface SimControlOptions {
  /** Over the simulated market; recordings have no accounts to control. */
  readonly sim: VenueSim;
  /** The seed that the market was started with. */
  readonly marketSeed: number;
  readonly clock: Clock;
  readonly log: Log;
  /** 0 or absent: any free port. */
  readonly port?: number;
}

/** The control API of the simulator, on a port of its own. */
export interface SimControl {
  /** `http://127.0.0.1:<port>`. */
  readonly url: string;
  readonly counters: Readonly<ControlCounters>;
  stop(): Promise<void>;
}

interface ControlCounters {
  requests: number;
  /** Answered with 4xx. */
  refused: number;
  /** Answered with 500: a fault of the simulator. */
  failed: number;
}

/** Starts the control API on 127.0.0.1. It serves programs of this machine: no other Host, nothing that carries an Origin. */
export async function startSimControl(options: SimControlOptions): Promise<SimControl> {
  const counters: ControlCounters = { requests: 0, refused: 0, failed: 0 };
  const api = controlApi(options.sim, options);
  const http = createServer({ maxHeaderSize: HEADER_BYTES_MAX }, (request, response) => {
    void respond({ api, counters, log: options.log }, request, response);
  });
  http.maxConnections = CONNECTIONS_MAX;
  http.requestTimeout = REQUEST_TIMEOUT_MS;
  http.headersTimeout = REQUEST_TIMEOUT_MS;
  await listen(http, options.port ?? 0);
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    counters,
    stop: () =>
      new Promise((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
}

function listen(http: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    http.once('error', reject);
    http.listen(port, '127.0.0.1', () => {
      http.off('error', reject);
      resolve();
    });
  });
}

interface Serving {
  readonly api: (request: ControlRequest) => ControlAnswer;
  readonly counters: ControlCounters;
  readonly log: Log;
}

/** Answers one request; whatever goes wrong ends here, counted and logged, and the venues go on. */
async function respond(serving: Serving, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { counters, log } = serving;
  counters.requests += 1;
  try {
    const read = await readRequest(request);
    const answer = read.ok ? serving.api(read.value) : read;
    if (!answer.ok) counters.refused += 1;
    write(response, answer);
  } catch (cause) {
    counters.failed += 1;
    log.error('control call failed', { path: request.url ?? '', cause: String(cause) });
    write(
      response,
      err({ status: 500, code: 'simulator_fault', error: 'the call failed; the log of the simulator says why' }),
    );
  }
}

async function readRequest(request: IncomingMessage): Promise<Result<ControlRequest, ControlRefusal>> {
  const refusal = strangerOf(request);
  if (refusal !== null) return err(refusal);
  const target = request.url ?? '/';
  if (!URL.canParse(target, 'http://127.0.0.1') || !target.startsWith('/')) {
    return err({ status: 404, code: 'not_found', error: 'malformed address' });
  }
  const body = await readBody(request);
  if (body === null)
    return err({ status: 413, code: 'body_too_large', error: `a body has at most ${BODY_BYTES_MAX} bytes` });
  const url = new URL(target, 'http://127.0.0.1');
  return ok({ method: request.method ?? 'GET', path: url.pathname, query: url.searchParams, body });
}

/** A page in a browser can reach loopback: by its own requests, which carry an Origin, or by a name that it points here. */
function strangerOf(request: IncomingMessage): ControlRefusal | null {
  const { host, origin } = request.headers;
  const port = request.socket.localPort;
  if (host !== `127.0.0.1:${port}` && host !== `localhost:${port}`) {
    return { status: 403, code: 'foreign_host', error: 'only requests to 127.0.0.1 or localhost are answered' };
  }
  const site = request.headers['sec-fetch-site'];
  if (origin !== undefined || (site !== undefined && site !== 'none')) {
    return { status: 403, code: 'foreign_origin', error: 'requests of web pages are not answered' };
  }
  return null;
}

/** Returns the body as text, or null when it is larger than the bound. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= BODY_BYTES_MAX) chunks.push(chunk);
    else if (bytes > 16 * BODY_BYTES_MAX) return null;
  }
  return bytes > BODY_BYTES_MAX ? null : Buffer.concat(chunks).toString('utf8');
}

function write(response: ServerResponse, answer: ControlAnswer): void {
  if (response.headersSent || response.destroyed) return;
  const headers = {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  };
  if (answer.ok) {
    response.writeHead(200, headers).end(`${JSON.stringify({ ok: true, ...answer.value })}\n`);
    return;
  }
  const { status, ...refusal } = answer.error;
  const allow = status === 405 ? { allow: refusal.allowed ?? '' } : {};
  response.writeHead(status, { ...headers, ...allow }).end(`${JSON.stringify({ ok: false, ...refusal })}\n`);
}
