import { QueryClient, QueryClientProvider, notifyManager } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ErrorBoundary } from 'react-error-boundary';
import { RuntimeProvider } from '../lib/runtime.tsx';
import { startPreloading } from '../lib/lazy-part.tsx';
import { AppToasts } from './app-toasts.tsx';
import { createRuntime } from './create-runtime.ts';
import { RootError } from './root-error.tsx';
import { router } from './router.tsx';

/** Below mode strip and header, so that a toast never covers the header's buttons. */
const TOAST_TOP_PX = 86;

const RETRY_MS = [1000, 2000, 4000, 8000, 15_000];

/** Draws the app. */
export function mountApp(root: HTMLElement): void {
  const runtime = createRuntime();
  // What a flush of live data writes into the cache is drawn in the frame of that flush, not in one of its own.
  notifyManager.setScheduler(queueMicrotask);
  const client = new QueryClient({
    defaultOptions: {
      // The server may be on this very machine: being cut off from the internet is no reason to stop asking it.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        retry: 1,
        retryDelay: (attempt) => RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)] ?? 0,
        refetchOnWindowFocus: false,
      },
    },
  });
  // The page's own part comes first, beside the frame; what waits for a click comes after it.
  void router.load().finally(startPreloading);
  createRoot(root).render(
    <StrictMode>
      <ErrorBoundary FallbackComponent={RootError}>
        <QueryClientProvider client={client}>
          <RuntimeProvider runtime={runtime}>
            <RouterProvider router={router} />
            <AppToasts topPx={TOAST_TOP_PX} />
          </RuntimeProvider>
        </QueryClientProvider>
      </ErrorBoundary>
    </StrictMode>,
  );
}
