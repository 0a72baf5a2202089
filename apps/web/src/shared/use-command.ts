import type { RouteRef, RouteInput, RouteOutput } from '@riptide/contracts/calls';
import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { isOutcomeUnknown, problemText } from '../lib/api-problem.ts';
import { useRuntime } from '../lib/runtime.tsx';
import { notify } from './notify.ts';

/** Where the server gave no words for it. */
const UNKNOWN_OUTCOME = 'It is being checked whether this was done';

export interface CommandOptions<R extends RouteRef> {
  /** What a person is told when it is done; null where the screen says it. */
  readonly done?: (answer: RouteOutput<R>) => string | null;
  /** The default text of a failure; the server's words stand below it. */
  readonly failed: string | ((error: unknown) => string);
  /** Calls whose answers are asked anew afterwards, done or not. */
  readonly refresh?: readonly RouteRef[];
  readonly onDone?: (answer: RouteOutput<R>) => void;
  /** It may have been done, and is being checked: what offered it should not offer it again. */
  readonly onUnknown?: () => void;
}

/**
 * Gives a changing call as a command: never repeated by itself, told by a toast either way, and followed by asking anew what it changed.
 *
 * The screen changes only when the server says it is done.
 */
export function useCommand<R extends RouteRef>(
  route: R,
  { done, failed, refresh = [], onDone, onUnknown }: CommandOptions<R>,
): UseMutationResult<RouteOutput<R>, Error, Partial<RouteInput<R>>> {
  const { call, clock } = useRuntime();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Partial<RouteInput<R>>) => call(route, input),
    retry: false,
    onSuccess: (answer) => {
      const text = done?.(answer) ?? null;
      if (text !== null) notify({ tone: 'success', text, atMs: clock.nowMs() });
      onDone?.(answer);
    },
    onError: (error) => {
      if (isOutcomeUnknown(error)) {
        notify({ tone: 'error', text: problemText(error, UNKNOWN_OUTCOME), atMs: clock.nowMs() });
        onUnknown?.();
        return;
      }
      const text = typeof failed === 'string' ? failed : failed(error);
      const said = problemText(error, text);
      notify({ tone: 'error', text, note: said === text ? null : said, atMs: clock.nowMs() });
    },
    onSettled: () => Promise.all(refresh.map((each) => client.invalidateQueries({ queryKey: [each.path] }))),
  });
}
