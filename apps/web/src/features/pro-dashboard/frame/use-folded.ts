import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';

/** A value that answers are folded into, and the answer it holds last. */
interface Folded<T> {
  readonly value: T;
  readonly atSeconds: number;
}

/**
 * Folds each answer into a value, e.g. the last points of a curve. It outlives its panel: collapsing, focusing another one or leaving the
 * page keeps it, loading the page anew does not. `fold` is given each answer once.
 */
export function useFolded<A extends { readonly atSeconds: number }, T>(
  name: string,
  answer: A | undefined,
  fold: (before: T | null, answer: A) => T,
): T | null {
  const client = useQueryClient();
  const key = ['pro-dashboard', name];
  const { data } = useQuery<Folded<T>>({
    queryKey: key,
    queryFn: () => Promise.reject(new Error('Invariant: what is folded is never asked for')),
    enabled: false,
    gcTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
  const take = useEffectEvent((newest: A) => {
    client.setQueryData<Folded<T>>(key, (before) =>
      before !== undefined && before.atSeconds >= newest.atSeconds
        ? before
        : { value: fold(before?.value ?? null, newest), atSeconds: newest.atSeconds },
    );
  });
  useEffect(() => {
    if (answer !== undefined) take(answer);
  }, [answer]);
  return data?.value ?? null;
}
