import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';

/** `busy`: comes back later; `refuses-*`: for good, at that moment of the conversation. */
export type Manner =
  'takes' | 'busy' | 'refuses-recipient' | 'refuses-message' | 'refuses-login' | 'silent' | 'breaks-off';

export interface SmtpServerOptions {
  /** It offers STARTTLS with these. */
  readonly tls?: { readonly cert: string; readonly key: string };
  /** It asks for a login, in clear or not. */
  readonly asksLogin?: boolean;
}

export interface SmtpServerFixture {
  readonly url: string;
  /** Whole messages as they arrived. */
  readonly messages: string[];
  /** Commands as they arrived, those under TLS with a lock before them. */
  readonly commands: string[];
  /** How it behaves from the next command on. */
  manner: Manner;
  close(): Promise<void>;
}

/** A mail server on loopback: takes mails, is busy, refuses for good, says nothing, or hangs up in the middle. */
export async function startSmtpServer(
  manner: Manner = 'takes',
  options: SmtpServerOptions = {},
): Promise<SmtpServerFixture> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    if (fixture.manner === 'silent') return;
    socket.write('220 loopback ready\r\n');
    converse(socket, fixture, options);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const fixture: SmtpServerFixture = {
    url: `smtp://127.0.0.1:${port}`,
    messages: [],
    commands: [],
    manner,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return fixture;
}

function converse(socket: Socket, fixture: SmtpServerFixture, options: SmtpServerOptions): void {
  let text = '';
  let isData = false;
  const isTls = socket instanceof TLSSocket;
  const take = (chunk: Buffer): void => {
    text += chunk.toString('utf8');
    for (;;) {
      const mark = isData ? '\r\n.\r\n' : '\r\n';
      const end = text.indexOf(mark);
      if (end === -1) return;
      const part = text.slice(0, end);
      text = text.slice(end + mark.length);
      if (isData) {
        isData = false;
        const isRefused = fixture.manner === 'refuses-message';
        if (!isRefused) fixture.messages.push(part);
        socket.write(isRefused ? '554 this is no mail for us\r\n' : '250 taken\r\n');
        continue;
      }
      fixture.commands.push(`${isTls ? '🔒 ' : ''}${part}`);
      if (/^STARTTLS/i.test(part) && options.tls !== undefined) {
        socket.off('data', take);
        socket.write('220 go ahead\r\n');
        const secureContext = createSecureContext(options.tls);
        const secured = new TLSSocket(socket, { isServer: true, secureContext });
        secured.on('error', () => secured.destroy());
        return converse(secured, fixture, options);
      }
      if (/^DATA/i.test(part) && fixture.manner === 'breaks-off') return void socket.destroy();
      isData = /^DATA/i.test(part);
      socket.write(replyTo(part, fixture.manner, { ...options, isTls }));
    }
  };
  socket.on('data', take);
}

function replyTo(line: string, manner: Manner, { tls, asksLogin, isTls }: SmtpServerOptions & { isTls: boolean }) {
  const verb = line.slice(0, 4).toUpperCase();
  if (verb === 'EHLO')
    return [
      '250-loopback',
      ...(tls === undefined || isTls ? [] : ['250-STARTTLS']),
      ...(asksLogin === true ? ['250-AUTH PLAIN'] : []),
      '250 SIZE 1000000\r\n',
    ].join('\r\n');
  if (/^STARTTLS/i.test(line)) return '502 5.5.1 no such command\r\n';
  if (verb === 'AUTH') return manner === 'refuses-login' ? '535 5.7.8 no such user\r\n' : '235 welcome\r\n';
  if (verb === 'RCPT' && manner === 'refuses-recipient') return '550 no such mailbox\r\n';
  if (verb === 'RCPT' && manner === 'busy') return '451 come back later\r\n';
  if (verb === 'DATA') return '354 go on\r\n';
  return verb === 'QUIT' ? '221 bye\r\n' : '250 fine\r\n';
}
