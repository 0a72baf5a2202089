import { planRotation, validateSymbols, type VenueName } from '@riptide/contracts/calls';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRuntime } from '../../../lib/runtime.tsx';

/** What was asked, as it was asked. */
export interface SymbolQuestion {
  readonly symbols: readonly string[];
  readonly venues: readonly VenueName[];
}

/** WHY: every answer reads all prices of all venues, which costs much of their limits; the page's cycle must not ask again. */
const KEPT = { placeholderData: keepPreviousData, staleTime: 'static' } as const;

/** What is listed changes rarely; from twice this age on it is called old. */
export const LISTING_AGE_MS = 600_000;

/** Gives what each venue lists of each symbol. */
export function useValidation(question: SymbolQuestion) {
  const { call, clock, serverClock } = useRuntime();
  return useQuery({
    ...KEPT,
    queryKey: [validateSymbols.path, question],
    queryFn: async ({ signal }) => {
      const body = { symbols: [...question.symbols], venues: [...question.venues], with_prices: true };
      const answer = await call(validateSymbols, { body }, signal);
      return { ...answer, question, atSeconds: serverClock.toServerMs(clock.nowMs()) / 1000 };
    },
  });
}

/** Gives which symbols can be arbitraged; nothing is asked before `isAsked`. */
export function useRotationPlan(question: SymbolQuestion, isAsked: boolean) {
  const { call } = useRuntime();
  return useQuery({
    ...KEPT,
    queryKey: [planRotation.path, question],
    enabled: isAsked,
    queryFn: ({ signal }) =>
      call(planRotation, { body: { symbols: [...question.symbols], venues: [...question.venues] } }, signal),
  });
}
