import { connect } from 'node:net';

/** Two hundred browsers: read the stream, and note how old each row is when it arrives. */
const delays: number[] = [];
const counts: number[] = [];
const WRITTEN = /\\?"writtenMs\\?":(\d+)/g;
let hasReported = false;

process.on(
  'message',
  (told: { readonly kind?: string; readonly port?: number; readonly cookie?: string; readonly count?: number }) => {
    if (told.kind === 'report') {
      // What was written last may be on its way.
      setTimeout(() => {
        hasReported = true;
        process.send?.({ kind: 'got', delays, counts });
      }, 1_500);
      return;
    }
    const { port = 0, cookie = '', count = 0 } = told;
    let connected = 0;
    for (let n = 0; n < count; n += 1) {
      counts.push(0);
      let rest = '';
      let hasBegun = false;
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(`GET /api/audit/stream?kind=both HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\n\r\n`);
      });
      socket.setEncoding('utf8');
      socket.on('data', (text: string) => {
        if (hasReported) return;
        if (!hasBegun) {
          hasBegun = true;
          connected += 1;
          if (connected === count) process.send?.({ kind: 'connected' });
        }
        const nowMs = Date.now();
        const whole = rest + text;
        const end = whole.lastIndexOf('\n\n');
        rest = end < 0 ? whole : whole.slice(end);
        if (end < 0) return;
        for (const [, writtenMs] of whole.slice(0, end).matchAll(WRITTEN)) {
          delays.push(nowMs - Number(writtenMs));
          counts[n] = (counts[n] ?? 0) + 1;
        }
      });
    }
  },
);
