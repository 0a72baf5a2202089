import type { startTestApp } from '../start-test-app.fixture.ts';

type App = Pick<Awaited<ReturnType<typeof startTestApp>>, 'app'>;

/** Returns calls with the cookie of an open gate. */
export function callsOf({ app }: App, cookie: string) {
  const headers = { cookie };
  return {
    get: (url: string) => app.inject({ url, headers }),
    post: (url: string, payload: object) => app.inject({ method: 'POST', url, headers, payload }),
    put: (url: string, payload: object) => app.inject({ method: 'PUT', url, headers, payload }),
    remove: (url: string) => app.inject({ method: 'DELETE', url, headers }),
  };
}
