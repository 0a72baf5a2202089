import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface ReceivedRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** What a receiver answers; `hang`: never. */
export type Reply =
  'hang' | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string };

export interface Receiver {
  readonly url: string;
  readonly requests: ReceivedRequest[];
  /** Decides the answer to each request. */
  reply: (request: ReceivedRequest) => Reply | Promise<Reply>;
  close(): Promise<void>;
}

/** An HTTP server on loopback that plays Telegram, Meta or a webhook. */
export async function startReceiver(): Promise<Receiver> {
  const requests: ReceivedRequest[] = [];
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}`,
    requests,
    reply: () => ({ status: 200, body: '{"ok":true,"result":{}}' }),
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const received = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() };
    requests.push(received);
    const reply = await receiver.reply(received);
    if (reply === 'hang') return;
    response.writeHead(reply.status, reply.headers ?? {});
    response.end(reply.body ?? '');
  };
  return receiver;
}
