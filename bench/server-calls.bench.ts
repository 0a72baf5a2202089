import { fork } from 'node:child_process';
import { Agent, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import * as contracts from '@riptide/contracts';
import { quantile } from './harness.ts';

/**
 * Every reading call of the product under load: a server of its own process over loopback, databases of a year (100,000 closed trades,
 * 100,000 audit rows), 20 connections that stay open, calls mixed. One call at a time on one connection besides: what it costs alone, also
 * as CPU time of the server, which a busy neighbour hardly moves.
 */
const CONNECTIONS = 20;
const ROUNDS = Number(process.env['CALLS_ROUNDS'] ?? 30);
const TIMEOUT_MS = 30_000;
/** What a path or a call needs to have an answer. */
const PARTS: Readonly<Record<string, string>> = { ':engine': 'oraculis', ':id': '1', ':exchange': 'OKX' };
const IDS: readonly (readonly [RegExp, string])[] = [
  [/decisions\/:id/, 'd00000000100'],
  [/executions\/:id/, 'a00000000100'],
  [/opportunities\/:id/, 'a'],
];
/** The newest of its venue and symbol. */
const TRADE = 'BINANCE:paper|BTCUSDT.PERP.BINANCE|99996';
const QUERIES: Readonly<Record<string, string>> = {
  '/api/portfolio/history/trade': `id=${encodeURIComponent(TRADE)}`,
  '/api/trading/engine/trading_chart_data': 'symbol=BTCUSDT',
  '/api/trading/modes': 'symbol=BTCUSDT',
  '/api/flight/moment': 'at=1800000000',
  '/api/price/ticker': 'symbol=BTCUSDT',
};
/** Asks the internet. */
const LEFT_OUT = new Set(['/api/network/egress-ip']);

const server = fork(fileURLToPath(new URL('calls/server.ts', import.meta.url)), [], {
  execArgv: ['--conditions=@riptide/source', '--import', 'tsx'],
});
const told = <T>(kind: string): Promise<T> =>
  new Promise((resolve, reject) => {
    const fail = (code: number | null): void => reject(new Error(`the server ended: ${code}`));
    const hear = (message: { readonly kind: string } & T): void => {
      if (message.kind !== kind) return;
      server.off('exit', fail).off('message', hear);
      resolve(message);
    };
    server.on('exit', fail).on('message', hear);
  });
const { port, cookie } = await told<{ readonly port: number; readonly cookie: string }>('ready');
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

const paths = (Object.values(contracts) as readonly unknown[])
  .filter(
    (value): value is contracts.RouteDef =>
      typeof value === 'object' && value !== null && 'path' in value && 'method' in value && value.method === 'GET',
  )
  .map(({ path }) => path as string)
  .filter((path) => !LEFT_OUT.has(path) && !/stream|export/.test(path));

interface Seen {
  readonly times: number[];
  readonly alone: number[];
  cpuMs: number;
  status: number;
  bytes: number;
}
const seen = new Map<string, Seen>(
  paths.map((path) => [path, { times: [], alone: [], cpuMs: 0, status: 0, bytes: 0 }]),
);
let asked = 0;

function urlOf(path: string): string {
  const id = IDS.find(([pattern]) => pattern.test(path))?.[1];
  const filled = path.replace(/:\w+/g, (part) => (part === ':id' ? id : undefined) ?? PARTS[part] ?? 'x');
  return QUERIES[path] === undefined ? filled : `${filled}?${QUERIES[path]}`;
}

/** Asks once. Returns how long it took to the last byte, ms. */
function ask(path: string): Promise<number> {
  asked += 1;
  // Calls about accounts are bounded by address.
  const headers = { cookie, 'x-forwarded-for': `10.0.${(asked >> 8) % 256}.${asked % 256}` };
  const from = performance.now();
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path: urlOf(path), agent, headers, timeout: TIMEOUT_MS }, (answer) => {
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length));
      answer.on('end', () => {
        const entry = seen.get(path);
        if (entry !== undefined) Object.assign(entry, { status: answer.statusCode, bytes });
        resolve(performance.now() - from);
      });
    })
      .on('error', reject)
      .on('timeout', () => reject(new Error(`no answer from ${path}`)))
      .end();
  });
}

/** CPU time the server has had so far. */
async function cpuMs(): Promise<number> {
  const said = told<{ readonly ms: number }>('cpu');
  server.send({ kind: 'cpu' });
  return (await said).ms;
}

for (let round = 0; round < 3; round += 1) for (const path of paths) await ask(path);
for (const [path, entry] of seen) {
  const before = await cpuMs();
  for (let round = 0; round < ROUNDS; round += 1) entry.alone.push(await ask(path));
  entry.cpuMs = ((await cpuMs()) - before) / ROUNDS;
}
const queue = Array.from({ length: ROUNDS }, (_, round) =>
  paths.map((_path, at) => paths[(at * 37 + round * 11) % paths.length]),
)
  .flat()
  .values();
const from = performance.now();
await Promise.all(
  Array.from({ length: CONNECTIONS }, async () => {
    for (const path of queue) if (path !== undefined) seen.get(path)?.times.push(await ask(path));
  }),
);
const perSecond = (ROUNDS * paths.length) / ((performance.now() - from) / 1_000);
const ended = told<{ readonly loopDelayP99Ms: number; readonly rssMb: number }>('end');
server.send({ kind: 'end' });
const { loopDelayP99Ms, rssMb } = await ended;
server.removeAllListeners('exit');
agent.destroy();
const rows = [...seen]
  .map(([path, { times, alone, cpuMs: cpu, status, bytes }]) => ({
    path,
    status,
    bytes,
    cpu,
    alone50: quantile(alone, 0.5),
    alone99: quantile(alone, 0.99),
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
  }))
  .sort((a, b) => b.cpu - a.cpu);
const say = (text: string): void => void process.stdout.write(`${text}\n`);
say(
  `${paths.length} calls, ${perSecond.toFixed(0)} answers/s over ${CONNECTIONS} connections, loop delay p99 ${loopDelayP99Ms.toFixed(0)} ms, ${rssMb.toFixed(0)} MB`,
);
say(
  '| call | status | bytes | CPU ms | alone p50 ms | alone p99 ms | loaded p50 ms | loaded p99 ms |\n|---|---:|---:|---:|---:|---:|---:|---:|',
);
for (const { path, status, bytes, ...ms } of rows)
  say(
    `| ${path} | ${status} | ${bytes} | ${[ms.cpu, ms.alone50, ms.alone99, ms.p50, ms.p99].map((each) => each.toFixed(1)).join(' | ')} |`,
  );
say(JSON.stringify({ title: 'server-calls', node: process.version, perSecond, loopDelayP99Ms, rssMb, rows }));
