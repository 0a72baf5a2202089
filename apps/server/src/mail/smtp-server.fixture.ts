import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

type Manner = 'takes' | 'refuses-recipient' | 'silent' | 'breaks-off';

export interface SmtpServerFixture {
  readonly url: string;
  /** Whole messages as they arrived. */
  readonly messages: readonly string[];
  close(): Promise<void>;
}

/** A mail server on loopback: takes mails, refuses their recipient for good, says nothing, or hangs up in the middle. */
export async function startSmtpServer(manner: Manner = 'takes'): Promise<SmtpServerFixture> {
  const messages: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    if (manner !== 'silent') converse(socket, manner, messages);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `smtp://127.0.0.1:${port}`, messages, close };
}

function converse(socket: Socket, manner: Manner, messages: string[]): void {
  let text = '';
  let isData = false;
  socket.write('220 loopback ready\r\n');
  socket.on('data', (chunk) => {
    text += chunk.toString('utf8');
    for (;;) {
      const mark = isData ? '\r\n.\r\n' : '\r\n';
      const end = text.indexOf(mark);
      if (end === -1) return;
      const part = text.slice(0, end);
      text = text.slice(end + mark.length);
      if (isData) {
        isData = false;
        messages.push(part);
        socket.write('250 taken\r\n');
      } else if (/^DATA/i.test(part)) {
        if (manner === 'breaks-off') return void socket.destroy();
        isData = true;
        socket.write('354 go on\r\n');
      } else socket.write(replyTo(part, manner));
    }
  });
}

function replyTo(line: string, manner: Manner): string {
  if (/^RCPT/i.test(line) && manner === 'refuses-recipient') return '550 no such mailbox\r\n';
  return /^QUIT/i.test(line) ? '221 bye\r\n' : '250 fine\r\n';
}
