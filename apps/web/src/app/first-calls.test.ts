import { describe, expect, it } from 'vitest';
import { addressOf } from '../lib/api-client.ts';
import { DASHBOARD_PATHS, isPlainDashboard } from './ask-first.ts';
import { DASHBOARD_CALLS } from './first-calls.ts';

describe('what is asked for before the page is there', () => {
  it('has the addresses that its panels ask, so that nothing is asked twice', () => {
    expect(DASHBOARD_CALLS.map(({ route, input }) => addressOf(route, input))).toEqual([...DASHBOARD_PATHS]);
  });

  it('is only read', () => expect(DASHBOARD_CALLS.every(({ route }) => route.method === 'GET')).toBe(true));

  it.each(['/', '/app', '/app/', '/app/dashboard', '/app/dashboard/'])('is asked for at %s', (pathname) => {
    expect(isPlainDashboard({ pathname, search: '' })).toBe(true);
  });

  it.each([
    ['/app/dashboard', '?range=7d'],
    ['/app/trading', ''],
    ['/gate', ''],
  ])('is not asked for at %s%s', (pathname, search) => {
    expect(isPlainDashboard({ pathname, search })).toBe(false);
  });
});
