import type { FastifyInstance } from 'fastify';
import { silentLog, VirtualClock } from '@riptide/core/kernel';
import { GateKeeper } from '../access/gate-keeper.ts';
import { FakeEngineLink } from '../link/fake-engine-link.fixture.ts';
import { APP_MIGRATIONS, type AppSchema } from '../storage/app-db/app-schema.ts';
import { GateRepository } from '../storage/app-db/gate-repository.ts';
import { openSqlite } from '../storage/open-sqlite.ts';
import { buildApp } from './build-app.ts';
import type { EventHub } from './streams/event-hub.ts';

export const TEST_PASSWORD = 'open sesame';
const TEST_START_MS = 1_800_000_000_000;

/** The real HTTP side for tests: SQLite in memory, a clock that stands still, an engine set by hand. */
export interface TestApp {
  readonly app: FastifyInstance;
  readonly hub: EventHub;
  readonly link: FakeEngineLink;
  readonly clock: VirtualClock;
  readonly gate: GateKeeper;
  /** Unlocks the gate and returns the cookie header. */
  unlock(): Promise<string>;
  close(): Promise<void>;
}

export async function startTestApp(webRoot = '/nonexistent'): Promise<TestApp> {
  const clock = new VirtualClock(TEST_START_MS);
  const db = await openSqlite<AppSchema>(':memory:', APP_MIGRATIONS);
  const gate = new GateKeeper(new GateRepository(db), clock, silentLog());
  await gate.prepare(TEST_PASSWORD);
  await gate.commit(TEST_PASSWORD, false);
  const link = new FakeEngineLink();
  const facts = {
    version: '2.0.0',
    market: 'sim' as const,
    execution: 'paper' as const,
    startedMs: TEST_START_MS,
    engineRestarts: () => 0,
  };
  const { app, hub } = await buildApp({
    link,
    gate,
    clock,
    facts,
    log: silentLog(),
    webRoot,
    runId: 'run1',
    isDatabaseOpen: async () => true,
  });
  const unlock = async (): Promise<string> => {
    const answer = await app.inject({ method: 'POST', url: '/api/gate/unlock', payload: { password: TEST_PASSWORD } });
    return String(answer.headers['set-cookie']).split(';')[0] ?? '';
  };
  const close = async (): Promise<void> => {
    await app.close();
    await db.destroy();
  };
  return { app, hub, link, clock, gate, unlock, close };
}
