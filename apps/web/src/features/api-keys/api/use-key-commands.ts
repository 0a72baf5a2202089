import {
  deleteConnection,
  getConnections,
  getConnectionStatus,
  getExecution,
  putConnection,
  testConnection,
  type RouteInput,
  type RouteOutput,
  type VenueName,
} from '@riptide/contracts/calls';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiProblem, problemText } from '../../../lib/api-problem.ts';
import { useRuntime } from '../../../lib/runtime.tsx';
import { notify } from '../../../shared/notify.ts';
import { wordTest, type KeyTest, type TestsByVenue } from '../model/key-test.ts';

const TESTS_KEY = ['api-keys', 'tests'] as const;

/** Gives the newest tests of this page's life by venue. */
export function useTests(): TestsByVenue {
  return (
    useQuery<TestsByVenue>({
      queryKey: TESTS_KEY,
      queryFn: () => Promise.reject(new Error('Invariant: tests are never asked for by themselves')),
      enabled: false,
      initialData: {},
      gcTime: Infinity,
    }).data ?? {}
  );
}

/** Gives a function that asks anew what keys and switches change. */
function useRefresh(): () => Promise<unknown> {
  const client = useQueryClient();
  return () =>
    Promise.all(
      [getConnections, getConnectionStatus, getExecution].map((route) =>
        client.invalidateQueries({ queryKey: [route.path] }),
      ),
    );
}

/** Gives a function that keeps a test, or forgets those of a venue whose key changed. */
export function useKeepTest(): (venue: VenueName, test: KeyTest | null) => void {
  const client = useQueryClient();
  return (venue, test) => {
    client.setQueryData<TestsByVenue>(TESTS_KEY, (before = {}) => {
      const { [venue]: _former, ...others } = before;
      return test === null ? others : { ...others, [venue]: test };
    });
  };
}

/** Tests the saved key of a venue and tells the result. */
export function useTestKey() {
  const { call, clock } = useRuntime();
  const keep = useKeepTest();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (exchange: VenueName) => call(testConnection, { body: { exchange } }),
    retry: false,
    onSuccess: (test) => {
      keep(test.exchange, test);
      notify({
        tone: test.ok && test.warning === null ? 'success' : 'error',
        text: wordTest(test),
        note: test.warning,
        atMs: clock.nowMs(),
      });
    },
    onError: (error, venue) => {
      const detail = problemText(error, 'no answer');
      notify({ tone: 'error', text: `${venue} connection test failed: ${detail}`, atMs: clock.nowMs() });
    },
    onSettled: refresh,
  });
}

/** Asks a venue about a key that is not saved; tells nothing by itself. */
export function useTryKey() {
  const { call } = useRuntime();
  return useMutation({
    mutationFn: (body: RouteInput<typeof testConnection>['body']) => call(testConnection, { body }),
    retry: false,
  });
}

/** Saves a venue's key. */
export function useSaveKey(onSaved: (answer: RouteOutput<typeof putConnection>) => void) {
  const { call, clock } = useRuntime();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: RouteInput<typeof putConnection>['body']) => call(putConnection, { body }),
    retry: false,
    onSuccess: (answer) => {
      notify({ tone: 'success', text: `${answer.exchange} keys saved`, note: answer.warning, atMs: clock.nowMs() });
      onSaved(answer);
    },
    onError: (error) =>
      notify({ tone: 'error', text: `Save error: ${problemText(error, 'no answer')}`, atMs: clock.nowMs() }),
    onSettled: refresh,
  });
}

/** Disables or enables a venue's connection. */
export function useEnableVenue(onDone?: () => void) {
  const { call, clock } = useRuntime();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ venue, enabled }: { venue: VenueName; enabled: boolean }) =>
      call(putConnection, { body: { exchange: venue, enabled } }),
    retry: false,
    onSuccess: (answer) => {
      notify({ tone: 'success', text: answer.message, note: answer.warning, atMs: clock.nowMs() });
      onDone?.();
    },
    onError: (error, { venue, enabled }) => {
      const status = error instanceof ApiProblem ? (error.facts.status ?? '') : '';
      const words = `${status} ${problemText(error, 'no answer')}`.trim();
      const text = `Failed to ${enabled ? 'enable' : 'disable'} ${venue}: ${words}`;
      notify({ tone: 'error', text, atMs: clock.nowMs() });
    },
    onSettled: refresh,
  });
}

/** Removes a venue's key from this installation. */
export function useForgetKey(onDone: () => void) {
  const { call, clock } = useRuntime();
  const keep = useKeepTest();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (venue: VenueName) => call(deleteConnection, { params: { exchange: venue } }),
    retry: false,
    onSuccess: (answer) => {
      keep(answer.exchange, null);
      notify({ tone: 'success', text: answer.message, note: answer.warning, atMs: clock.nowMs() });
      onDone();
    },
    onError: (error, venue) =>
      notify({
        tone: 'error',
        text: `Failed to remove ${venue}: ${problemText(error, 'no answer')}`,
        atMs: clock.nowMs(),
      }),
    onSettled: refresh,
  });
}
