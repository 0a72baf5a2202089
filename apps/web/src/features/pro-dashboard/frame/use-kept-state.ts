import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

/** State that outlives its panel: focusing another panel or leaving the page keeps it, loading the page anew does not. */
export function useKeptState<T>(name: string, first: T): readonly [T, (next: T) => void] {
  const client = useQueryClient();
  const key = ['pro-dashboard', 'kept', name];
  const [state, setState] = useState<T>(() => client.getQueryData<T>(key) ?? first);
  const keep = (next: T): void => {
    client.setQueryDefaults(key, { gcTime: Number.POSITIVE_INFINITY });
    client.setQueryData<T>(key, next);
    setState(() => next);
  };
  return [state, keep];
}
