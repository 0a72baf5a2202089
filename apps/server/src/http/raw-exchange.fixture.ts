import { connect } from 'node:net';
import { systemClock } from '@riptide/core/kernel';
import type { TestApp } from './start-test-app.fixture.ts';

/** What came back on a raw connection until it closed, and how long it was open. */
export interface RawExchange {
  readonly text: string;
  /** Status of the first answer; null: none came. */
  readonly status: number | null;
  /** Body of the first answer, parsed; null where it is no JSON. */
  readonly body: Readonly<Record<string, unknown>> | null;
  readonly answers: number;
  readonly openMs: number;
}

export interface RawBytes {
  /** Written at once. */
  readonly first: string;
  /** Written byte by byte afterwards, one each `everyMs`, from the beginning again when it is over. */
  readonly dripped?: string;
  readonly everyMs?: number;
  /** The client says that it is done after the first bytes. */
  readonly isEnded?: boolean;
}

/** Listens, if it does not yet. Returns the port. */
export async function portOf({ app }: TestApp): Promise<number> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
  return (app.server.address() as { port: number }).port;
}

/** Writes bytes to the server as they are and waits until it closes the connection. */
export async function exchangeRaw(t: TestApp, bytes: RawBytes): Promise<RawExchange> {
  const port = await portOf(t);
  const { first, dripped = '', everyMs = 20, isEnded = false } = bytes;
  return new Promise((resolve) => {
    const clock = systemClock();
    const startedMs = clock.nowMs();
    let text = '';
    let next = 0;
    const socket = connect(port, '127.0.0.1', () => {
      if (isEnded) socket.end(first, 'latin1');
      else if (first !== '') socket.write(first, 'latin1');
    });
    const drip = clock.every(everyMs, () => {
      if (dripped !== '' && socket.writable) socket.write(dripped[next++ % dripped.length] ?? '');
    });
    socket.on('data', (chunk) => (text += chunk.toString('utf8')));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      drip.cancel();
      resolve({ text, ...readAnswer(text), openMs: clock.nowMs() - startedMs });
    });
  });
}

function readAnswer(text: string): Pick<RawExchange, 'status' | 'body' | 'answers'> {
  const status = /^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1];
  const answers = text.match(/HTTP\/1\.1 \d{3} /g)?.length ?? 0;
  const end = text.indexOf('\r\n\r\n');
  const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
  const body = Buffer.from(text.slice(end + 4), 'utf8')
    .subarray(0, length)
    .toString('utf8');
  const isJson = /content-type: application\/json/i.test(text.slice(0, end));
  return {
    status: status === undefined ? null : Number(status),
    answers,
    body: isJson ? (JSON.parse(body) as Record<string, unknown>) : null,
  };
}
