import { getFlightMoment, getFlightSteps } from '@riptide/contracts/calls';
import { useQuery } from '@tanstack/react-query';
import { useRuntime } from '../../../lib/runtime.tsx';
import { callKey } from '../../../shared/use-call.ts';
import { parsePlace } from './model/moment-place.ts';

/** Steps told to each side of the moment. */
const STEPS = 12;

/** Gives a moment; what was is not asked for again. */
export function useMoment(place: string | undefined, symbol: string) {
  const { call } = useRuntime();
  const named = parsePlace(place);
  const query = { ...named, ...(symbol === '' ? {} : { symbol }) };
  return useQuery({
    queryKey: callKey(getFlightMoment, { query }),
    queryFn: ({ signal }) => call(getFlightMoment, { query }, signal),
    enabled: named !== null,
    staleTime: 'static',
    placeholderData: (before) => before,
  });
}

/** Gives the records around one. */
export function useSteps(seq: number | null, symbol: string) {
  const { call } = useRuntime();
  const query = { around: seq ?? 1, limit: STEPS, ...(symbol === '' ? {} : { symbol }) };
  return useQuery({
    queryKey: callKey(getFlightSteps, { query }),
    queryFn: ({ signal }) => call(getFlightSteps, { query }, signal),
    enabled: seq !== null,
    staleTime: 'static',
    placeholderData: (before) => before,
  });
}
