import { previewAllocation, type AllocationSettings } from '@riptide/contracts/calls';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useRuntime } from '../../../lib/runtime.tsx';

/** A pause in typing this long asks the server. */
const TYPING_PAUSE_MS = 400;

/** Gives the dollars that settings as typed would give each venue; nothing is asked while they can't be saved. */
export function useDivision(settings: AllocationSettings, isAsked: boolean) {
  const { call, clock } = useRuntime();
  const text = JSON.stringify(settings);
  const [settled, setSettled] = useState(text);
  useEffect(() => clock.after(TYPING_PAUSE_MS, () => setSettled(text)), [clock, text]);
  const query = useQuery({
    queryKey: [previewAllocation.path, settled],
    queryFn: ({ signal }) => call(previewAllocation, { body: JSON.parse(settled) as AllocationSettings }, signal),
    enabled: isAsked && settled === text,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });
  return { query, isSettled: settled === text && !query.isPlaceholderData };
}
