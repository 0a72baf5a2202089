import type { RouteRef, RouteInput, RouteOutput } from '@riptide/contracts/calls';
import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { ApiProblem, isOutcomeUnknown, problemText } from '../lib/api-problem.ts';
import { useRuntime } from '../lib/runtime.tsx';
import { followLostCommand } from './follow-lost-command.ts';
import { notify } from './notify.ts';
import { plainRefusal } from './plain-refusal.ts';

/** Where the server gave no words for it. */
const UNKNOWN_OUTCOME = 'It is being checked whether this was done';
/** Below an outcome that is not known: what it would change is seen there first. */
const WHERE_TO_LOOK = 'Look at positions, open orders and the Audit Log before you do it again.';
const NOT_FOUND_OUT = 'It could not be found out whether this was done';

/** What a person is told, with a line below it. */
interface Told {
  readonly text: string;
  readonly note: string | null;
}

export interface CommandOptions<R extends RouteRef> {
  /** What a person is told when it is done; null where the screen says it. */
  readonly done?: (answer: RouteOutput<R>) => string | Told | null;
  /** The default text of a failure; the server's words stand below it. */
  readonly failed: string | ((error: unknown) => string);
  /** Calls whose answers are asked anew afterwards, done or not. */
  readonly refresh?: readonly RouteRef[];
  readonly onDone?: (answer: RouteOutput<R>) => void;
  /** It was done, or may have been and is being checked: the question that offered it goes away, since a second answer would do it twice. */
  readonly onSent?: () => void;
  /** What a person is told when the outcome is not known, where the screen knows more; null where it does not. */
  readonly unknown?: () => string | null;
}

/**
 * Gives a changing call as a command: never carried out twice by itself, told by a toast either way, and followed by asking anew what it
 * changed. Where its answer was lost, it is asked for until it is known, and told then.
 *
 * The screen changes only when the server says it is done.
 */
export function useCommand<R extends RouteRef>(
  route: R,
  { done, failed, refresh = [], onDone, onSent, unknown }: CommandOptions<R>,
): UseMutationResult<RouteOutput<R>, Error, Partial<RouteInput<R>>> {
  const { call, clock } = useRuntime();
  const client = useQueryClient();
  const askAnew = () => Promise.all(refresh.map((each) => client.invalidateQueries({ queryKey: [each.path] })));
  const tell = (tone: 'success' | 'error', text: string, note: string | null = null): void =>
    notify({ tone, text, note, atMs: clock.nowMs() });
  const tellDone = (answer: RouteOutput<R>): void => {
    const told = done?.(answer) ?? null;
    if (typeof told === 'string') tell('success', told);
    else if (told !== null) tell('success', told.text, told.note);
  };
  const tellFailed = (error: unknown): void => {
    const text = typeof failed === 'string' ? failed : failed(error);
    const said = plainRefusal(error, problemText(error, text));
    tell('error', text, said === text ? null : said);
  };
  const findOut = async (recall: () => Promise<unknown>): Promise<void> => {
    const outcome = await followLostCommand(recall, clock);
    if (outcome.kind === 'done') tellDone(outcome.answer as RouteOutput<R>);
    else if (outcome.kind === 'not-found-out') tell('error', NOT_FOUND_OUT, WHERE_TO_LOOK);
    else if (isOutcomeUnknown(outcome.problem))
      tell('error', problemText(outcome.problem, NOT_FOUND_OUT), WHERE_TO_LOOK);
    else tellFailed(outcome.problem);
    await askAnew();
  };
  return useMutation({
    mutationFn: (input: Partial<RouteInput<R>>) => call(route, input),
    retry: false,
    onSuccess: (answer) => {
      tellDone(answer);
      onSent?.();
      onDone?.(answer);
    },
    onError: (error) => {
      if (!isOutcomeUnknown(error)) {
        tellFailed(error);
        return;
      }
      const known = unknown?.() ?? null;
      tell('error', known ?? problemText(error, UNKNOWN_OUTCOME), known === null ? WHERE_TO_LOOK : null);
      onSent?.();
      const recall = error instanceof ApiProblem ? error.facts.recall : undefined;
      if (recall !== undefined) void findOut(recall);
    },
    onSettled: askAnew,
  });
}
