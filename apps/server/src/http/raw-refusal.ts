import type { Socket } from 'node:net';
import { apiRefusal } from './api-refusal.ts';
import { toProblem } from './to-problem.ts';

/** Answers what is not even HTTP with a problem and closes the connection. */
export function refuseRaw(error: NodeJS.ErrnoException, socket: Socket, requestId: string): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const refusal = isLate
    ? apiRefusal('invalid_input', { status: 408, text: 'The request did not arrive in time' })
    : apiRefusal('invalid_input', { text: 'The request is not valid HTTP' });
  const { status, body } = toProblem(refusal, requestId);
  const text = JSON.stringify(body);
  socket.end(
    `HTTP/1.1 ${status} ${isLate ? 'Request Timeout' : 'Bad Request'}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(text)}\r\ncache-control: no-store\r\nconnection: close\r\n\r\n${text}`,
  );
}
