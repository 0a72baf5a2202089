import { printTable, type ProofRow } from '../harness/proof-table.ts';
import { until } from '../harness/until.ts';
import { RunningProduct, type Json } from '../product/running-product.ts';
import { Chat, CHAT, type ChatMessage } from './chat.ts';

const READY_WITHIN_MS = 120_000;
const TOLD_WITHIN_MS = 30_000;
const PROPOSAL_WITHIN_MS = 150_000;
/** How long a proposal holds, and a moment. */
const PROPOSAL_MS = 31_000;
/** The engine has to be silent for 10 s; then it is checked each second and sent within another. */
const SILENT_BOUND_MS = 14_000;
const KILLS = 5;
const DRILLS_EACH = 4;

const chat = await Chat.open();
const token = `12345678:${'t'.repeat(35)}`;
const product = await RunningProduct.start('paper', { TELEGRAM_API_URL: chat.url, TELEGRAM_BOT_TOKEN: token });
await ready();
const channels = {
  telegram: { enabled: true, chat_id: String(CHAT) },
  webhook: { enabled: true, url: `${chat.url}/hook`, allow_private: true, secret: 'a-secret-of-the-proof' },
};
await product.api('/api/notify/settings', { enabled: true, channels });
const rows: ProofRow[] = [];
/** Only cells with this word in their name; all without. */
const only = process.argv[2] ?? '';

async function cell(name: string, play: () => Promise<readonly string[]>): Promise<void> {
  if (!name.includes(only)) return;
  const startedMs = Date.now();
  let misses: readonly string[];
  try {
    misses = await play();
  } catch (e) {
    misses = [e instanceof Error ? e.message : String(e)];
  }
  rows.push({ venue: 'product', cell: name, misses, ms: Date.now() - startedMs });
  console.log(`${name}: ${misses.length === 0 ? 'held' : misses.join(' | ')}`);
}

function ready(): Promise<void> {
  return until('the product to be ready to trade', READY_WITHIN_MS, async () => {
    try {
      return (await fetch(`${product.url}/readyz`)).ok;
    } catch {
      // house-ok: nobody listens while it starts
      return false;
    }
  });
}

const expectThat = (holds: boolean, miss: string): readonly string[] => (holds ? [] : [miss]);
const titled = (title: string) => chat.hooks.filter((hook) => hook.title === title);

/** Pushes coins until an engine proposes a trade that has not been looked at yet. */
const seen = new Set<ChatMessage>();
async function proposal(): Promise<ChatMessage> {
  // One that waited while something else was looked at may have expired.
  for (const message of chat.messages) seen.add(message);
  let turn = 0;
  let nextMs = 0;
  let found: ChatMessage | undefined;
  await until('an engine to propose a trade', PROPOSAL_WITHIN_MS, async () => {
    if (Date.now() >= nextMs) {
      nextMs = Date.now() + 6_000;
      await push(turn % 3 === 2 ? 'ETH' : 'SOL', turn % 2 === 0 ? 'LONG' : 'SHORT');
      turn += 1;
    }
    found = chat.messages.find((message) => message.buttons.length === 3 && !seen.has(message));
    return found !== undefined;
  });
  if (found === undefined) throw new Error('Invariant: waited for');
  for (const message of chat.messages) seen.add(message);
  return found;
}

async function push(asset: string, side: 'LONG' | 'SHORT'): Promise<void> {
  const fields = {
    asset,
    side,
    usd: 80_000,
    push_frac: 0.02,
    duration_ms: 4_000,
    revert_frac: 0.012,
    revert_ms: 8_000,
  };
  await fetch(`${product.simUrl}/cascade`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fields),
  });
}

/** Presses a button, waits for what is said at it, and returns that. */
async function press(data: string | undefined, chatId = CHAT): Promise<string> {
  const before = chat.replies.length;
  chat.press(data ?? '', chatId);
  await until('the button to be answered', TOLD_WITHIN_MS, () => chat.replies.length > before);
  return chat.replies.at(-1) ?? '';
}

/** Ids of the trades that engines began, newest first. */
async function trades(): Promise<readonly string[]> {
  const answer = await product.api('/api/trading/decisions?limit=200');
  const decisions = (answer['decisions'] ?? []) as readonly Json[];
  return decisions.flatMap((row) => (typeof row['snipe_id'] === 'string' ? [row['snipe_id']] : []));
}

const started = await product.api('/api/trading/start', { mode: 'manual', symbols: ['SOLUSDT', 'ETHUSDT'] });
if (started['ok'] !== true) throw new Error(`PAS Trader was not started: ${JSON.stringify(started)}`);

await cell('approve: foreign chat, then ours, then again', async () => {
  const before = (await trades()).length;
  const { buttons } = await proposal();
  const foreign = await press(buttons[0], 999);
  const between = (await trades()).length;
  const first = await press(buttons[0]);
  const again = await press(buttons[0]);
  const after = (await trades()).length;
  console.log(`  said: ${[foreign, first, again].join(' / ')}; trades ${before}, ${between}, ${after}`);
  return [
    ...expectThat(foreign === 'This chat may not answer' && between === before, `a foreign chat: ${foreign}`),
    ...expectThat(first.startsWith('Approved') && after === before + 1, `ours: ${first}, ${after - before} trades`),
    ...expectThat(again === 'Answered already', `the second time: ${again}`),
  ];
});

await cell('approve after it has expired', async () => {
  const { buttons } = await proposal();
  const before = (await trades()).length;
  await new Promise((resolve) => setTimeout(resolve, PROPOSAL_MS));
  const said = await press(buttons[0]);
  return expectThat(said.startsWith('Too late') && (await trades()).length === before, said);
});

await cell('deny, and then approve', async () => {
  const { buttons } = await proposal();
  const before = (await trades()).length;
  const said = [await press(buttons[1]), await press(buttons[0])];
  return expectThat(
    said[0]?.startsWith('Denied') === true && said[1] === 'Answered already' && (await trades()).length === before,
    said.join(' / '),
  );
});

await product.api('/api/trading/stop', {});

await cell('engine stopped with SIGSTOP, then killed', async () => {
  const silent = () => titled('The engine is silent');
  const back = () => titled('The engine is back');
  const [silentBefore, backBefore] = [silent().length, back().length];
  const pid = product.pidOf('engine');
  const stoppedMs = Date.now();
  process.kill(pid, 'SIGSTOP');
  await until('the alarm', TOLD_WITHIN_MS, () => silent().length > silentBefore);
  const tookMs = Date.now() - stoppedMs;
  // The supervisor may have ended it already.
  if (product.isRunning(pid)) process.kill(pid, 'SIGKILL');
  await until('the all-clear', READY_WITHIN_MS, () => back().length > backBefore);
  await new Promise((resolve) => setTimeout(resolve, 5_000));
  console.log(`  told ${tookMs} ms after the engine fell silent`);
  return [
    ...expectThat(tookMs <= SILENT_BOUND_MS, `told after ${tookMs} ms`),
    ...expectThat(silent().at(-1)?.severity === 'CRITICAL', 'not CRITICAL'),
    ...expectThat(silent().length === silentBefore + 1, `${silent().length - silentBefore} alarms`),
    ...expectThat(back().length === backBefore + 1, `${back().length - backBefore} all-clears`),
  ];
});

await ready();
await cell(`server killed ${KILLS} times while it sends`, async () => {
  const names: string[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    for (let drill = 0; drill < DRILLS_EACH; drill += 1) {
      const reason = `drill ${kill}-${drill}`;
      const pulled = await product.api('/api/kill-switch', { level: 1, reason });
      if (pulled['ok'] === true) names.push(reason);
      await product.api('/api/kill-switch/release', {});
    }
    // The feed reads twice a second: somewhere in there.
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 700));
    process.kill(product.pidOf('server'), 'SIGKILL');
    await new Promise((resolve) => setTimeout(resolve, 500));
    await ready();
    await product.unlock();
  }
  const of = (reason: string) => chat.hooks.filter(({ body }) => body.endsWith(reason));
  await until('everything to arrive', TOLD_WITHIN_MS, () => names.every((reason) => of(reason).length > 0));
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  const twice = names.filter((reason) => new Set(of(reason).map(({ key }) => key)).size > 1);
  const sends = names.reduce((sum, reason) => sum + of(reason).length, 0);
  console.log(
    `  ${names.length} acknowledged, ${sends} sendings, ${sends - names.length} of them again under their old key`,
  );
  return [
    ...expectThat(names.length >= KILLS, `only ${names.length} were acknowledged`),
    ...expectThat(twice.length === 0, `under two keys: ${twice.join(', ')}`),
    ...expectThat(sends - names.length <= KILLS, `${sends - names.length} sent again at ${KILLS} kills`),
  ];
});

await product.stop();
chat.close();
process.exit(printTable('Notifications: answers by telephone, a silent engine, a killed server', rows));
