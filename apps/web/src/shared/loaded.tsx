import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState, LoadingRows } from './panel-states.tsx';

interface LoadedProps<T> {
  readonly asked: UseQueryResult<T>;
  readonly what: string;
  readonly rows?: number;
  readonly children: (data: T) => ReactNode;
}

/** Draws what was loaded; grey bars before that, never a default that could be taken for what is saved. */
export function Loaded<T>({ asked, what, rows = 3, children }: LoadedProps<T>) {
  if (asked.data !== undefined) {
    return (
      <>
        {asked.isError ? (
          <ErrorState
            error={asked.error}
            fallback={`Could not renew ${what}; below is what was read last`}
            onRetry={() => void asked.refetch()}
          />
        ) : null}
        {children(asked.data)}
      </>
    );
  }
  if (asked.isError)
    return <ErrorState error={asked.error} fallback={`Could not load ${what}`} onRetry={() => void asked.refetch()} />;
  return <LoadingRows rows={rows} label={`Loading ${what}`} />;
}

/** Settings change by hand only: asked again when they may have been changed elsewhere. */
export const SETTINGS_INTERVAL_MS = 30_000;
