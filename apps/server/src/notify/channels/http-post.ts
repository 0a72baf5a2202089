import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { err, ok, type Result } from '@riptide/core/domain';

/** More of an answer is not read. */
const ANSWER_BYTES_MAX = 64 * 1024;

export interface HttpPost {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** For all of it: look-up, connection, answer. */
  readonly timeoutMs: number;
  /** Decides which addresses may be connected to; the machine's own look-up when left out. */
  readonly lookup?: LookupFunction;
  /** Ends it early. */
  readonly signal?: AbortSignal;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

/**
 * Sends a POST and reads the answer, up to 64 KiB of it. Redirects are answers like any other and never followed. The error is one line
 * that does not repeat the address: it may hold a token.
 */
export function httpPost(post: HttpPost): Promise<Result<HttpAnswer, string>> {
  const { url, headers, body, timeoutMs, lookup, signal } = post;
  const isHttps = url.protocol === 'https:';
  const bytes = Buffer.from(body, 'utf8');
  const deadline = AbortSignal.timeout(timeoutMs);
  return new Promise((resolve) => {
    const fail = (error: Error): void => {
      const text = deadline.aborted ? `no answer within ${Math.round(timeoutMs / 1_000)} s` : faultText(error);
      resolve(err(text));
    };
    const request = (isHttps ? requestHttps : requestHttp)(
      url,
      {
        method: 'POST',
        agent: false,
        signal: signal === undefined ? deadline : AbortSignal.any([deadline, signal]),
        headers: { ...headers, 'content-length': String(bytes.length) },
        ...(lookup === undefined ? {} : { lookup }),
      },
      (answer) => {
        answer.on('error', fail);
        readText(answer, (text) => {
          request.destroy();
          resolve(ok({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
        });
      },
    );
    request.on('error', fail);
    request.end(bytes);
  });
}

function readText(answer: IncomingMessage, done: (text: string) => void): void {
  const chunks: Buffer[] = [];
  let size = 0;
  const finish = (): void => done(Buffer.concat(chunks).toString('utf8', 0, ANSWER_BYTES_MAX));
  answer.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    if (size < ANSWER_BYTES_MAX) return;
    answer.removeAllListeners('end');
    answer.pause();
    finish();
  });
  answer.on('end', finish);
}

function faultText(error: Error): string {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === undefined || code === 'ERR_REFUSED_TARGET') return error.message.slice(0, 200);
  return `not reachable (${code})`;
}

/** Returns the seconds of a Retry-After header in ms; null for none or a date. */
export function retryAfterMs(headers: IncomingMessage['headers']): number | null {
  const seconds = Number(headers['retry-after'] ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds, 3_600) * 1_000 : null;
}

/** Returns the host of a URL without the brackets of IPv6, and whether it is an address already. */
export function hostOf(url: URL): { readonly host: string; readonly isAddress: boolean } {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return { host, isAddress: isIP(host) !== 0 };
}
