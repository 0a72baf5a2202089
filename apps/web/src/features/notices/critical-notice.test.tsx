import type { NotificationRow } from '@riptide/contracts/calls';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { FakeServer, renderOn } from '../../shared/fake-server.fixture.tsx';
import { CriticalNotice } from './critical-notice.tsx';

afterEach(cleanup);

const SILENT: NotificationRow = {
  id: 1,
  ts: 1_800_000_000,
  last_ts: 1_800_000_000,
  count: 1,
  event: 'engine_silent',
  severity: 'CRITICAL',
  title: 'The engine is silent',
  body: 'It has not been heard for 11 s.',
  symbol: null,
  venues: [],
  record_id: null,
  is_read: false,
  ended_at: null,
};

it('says of what is over since when, and nothing of it while it stands', () => {
  const { redraw } = renderOn(new FakeServer(), <CriticalNotice newest={SILENT} unread={[SILENT]} />);
  expect(screen.getByText('The engine is silent')).toBeTruthy();
  expect(screen.queryByText(/over since/)).toBeNull();
  const over = { ...SILENT, ended_at: 1_800_000_015 };
  redraw(<CriticalNotice newest={over} unread={[over]} />);
  expect(screen.getByText(/^over since \d\d:\d\d:15\./)).toBeTruthy();
});
