import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { apiRefusal } from './api-refusal.ts';
import type { RefusalCounts, WireRefusal } from './refusal-counts.ts';
import { toProblem } from './to-problem.ts';

interface RawAnswer {
  readonly reason: WireRefusal;
  readonly status: number;
  readonly phrase: string;
  readonly text: string;
}

const NOT_HTTP: RawAnswer = {
  reason: 'not_http',
  status: 400,
  phrase: 'Bad Request',
  text: 'The request is not valid HTTP',
};
const BY_CODE: Readonly<Record<string, RawAnswer>> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    reason: 'late',
    status: 408,
    phrase: 'Request Timeout',
    text: 'The request did not arrive in time',
  },
  HPE_HEADER_OVERFLOW: {
    reason: 'headers_too_large',
    status: 431,
    phrase: 'Request Header Fields Too Large',
    text: 'The headers of the request are too large',
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    reason: 'body_too_large',
    status: 413,
    phrase: 'Payload Too Large',
    text: 'The request is too large',
  },
};

/** The request under way on each socket, and its answer. */
type UnderWay = WeakMap<Socket, { readonly request: IncomingMessage; readonly response: ServerResponse }>;

/**
 * Answers what is not even HTTP, or never ends, with a problem, and closes the connection.
 *
 * Where a whole request is still being answered the connection is closed without a word: that caller must not take our complaint about
 * the bytes behind it for the outcome of the call.
 */
export class RawRefusals {
  private readonly counts: RefusalCounts;
  private readonly newId: () => string;
  private readonly underWay: UnderWay = new WeakMap();

  constructor(counts: RefusalCounts, newId: () => string) {
    this.counts = counts;
    this.newId = newId;
  }

  /** Follows the requests of a server. */
  watch(server: Server): void {
    server.prependListener('request', (request, response) => this.underWay.set(request.socket, { request, response }));
    server.on('drop', () => this.counts.add('too_many_connections'));
  }

  refuse(error: NodeJS.ErrnoException, socket: Socket): void {
    const code = error.code ?? '';
    if (code === 'ECONNRESET' || code === 'EPIPE') {
      socket.destroy();
      return;
    }
    if (!code.startsWith('HPE_') && !code.startsWith('ERR_HTTP_')) {
      // No connection has come to be on which an answer could be read.
      this.counts.add('tls');
      socket.destroy();
      return;
    }
    const answer = BY_CODE[code] ?? NOT_HTTP;
    this.counts.add(answer.reason);
    if (!socket.writable || this.isBeingAnswered(socket)) socket.destroy();
    else this.answer(socket, answer);
  }

  private isBeingAnswered(socket: Socket): boolean {
    const current = this.underWay.get(socket);
    if (current === undefined) return false;
    const { request, response } = current;
    return request.complete ? !response.writableFinished : response.headersSent;
  }

  private answer(socket: Socket, { status, phrase, text }: RawAnswer): void {
    const requestId = this.newId();
    const { body } = toProblem(apiRefusal('invalid_input', { status, text }), requestId);
    const json = JSON.stringify(body);
    socket.end(
      `HTTP/1.1 ${status} ${phrase}\r\ncontent-type: application/json; charset=utf-8\r\n` +
        `content-length: ${Buffer.byteLength(json)}\r\ncache-control: no-store\r\nx-content-type-options: nosniff\r\n` +
        `x-request-id: ${requestId}\r\nconnection: close\r\n\r\n${json}`,
      // A peer that goes on sending would otherwise be listened to.
      () => socket.destroy(),
    );
  }
}
