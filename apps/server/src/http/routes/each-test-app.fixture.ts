import { afterEach, beforeEach } from 'vitest';
import { startTestApp, type TestApp } from '../start-test-app.fixture.ts';
import { callsOf } from './calls.fixture.ts';

/** Fills an app before its gate is opened. */
type Fill = (app: TestApp) => void | Promise<void>;

/**
 * Gives each test of a file an app of its own, filled and with an open gate, and closes it behind the test. Returns that app (the one of the
 * test that runs) and calls to it.
 */
export function eachTestApp(...fills: readonly Fill[]) {
  let running: { readonly app: TestApp; readonly calls: ReturnType<typeof callsOf> } | null = null;
  const now = (): NonNullable<typeof running> => {
    if (running === null) throw new Error('Invariant: there is an app only while a test runs');
    return running;
  };
  beforeEach(async () => {
    const app = await startTestApp();
    for (const fill of fills) await fill(app);
    running = { app, calls: callsOf(app, await app.unlock()) };
  });
  afterEach(async () => {
    await running?.app.close();
    running = null;
  });
  return {
    test: new Proxy({} as TestApp, { get: (_, name) => Reflect.get(now().app, name) as unknown }),
    get: (url: string) => now().calls.get(url),
    post: (url: string, payload: object = {}) => now().calls.post(url, payload),
    put: (url: string, payload: object) => now().calls.put(url, payload),
    remove: (url: string) => now().calls.remove(url),
  };
}
