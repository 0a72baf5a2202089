import { QueryClient, QueryClientProvider, notifyManager } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { sessionQuery, type GateAnswer } from '../features/shell/use-session.ts';
import { isRefused } from '../lib/api-problem.ts';
import type { EarlyAnswers } from '../lib/early-answers.ts';
import { RuntimeProvider } from '../lib/runtime.tsx';
import { startPreloading } from '../lib/lazy-part.tsx';
import { AppToasts } from './app-toasts.tsx';
import { takeFirst } from './first-calls.ts';
import { createRuntime } from './create-runtime.ts';
import { RootError } from './root-error.tsx';
import { createAppRouter } from './router.tsx';
import { makeRoot } from '../lib/react-root.ts';

/** Below mode strip and header, so that a toast never covers the header's buttons. */
const TOAST_TOP_PX = 86;

const RETRY_MS = [1000, 2000, 4000, 8000, 15_000];

/** Answers that were asked for early, and the page's own part, are waited for so long before something is drawn without them. */
const ANSWERS_WITHIN_MS = 500;

/** Draws the app once, with what was asked for early, unless that keeps it waiting; until then what the page came with stays. */
export async function mountApp(root: HTMLElement, early: EarlyAnswers): Promise<void> {
  const runtime = createRuntime(early);
  const router = createAppRouter();
  // What a flush of live data writes into the cache is drawn in the frame of that flush, not in one of its own.
  notifyManager.setScheduler(queueMicrotask);
  const client = new QueryClient({
    defaultOptions: {
      // The server may be on this very machine: being cut off from the internet is no reason to stop asking it.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        retry: (failures, error) => failures < 1 && !isRefused(error),
        retryDelay: (attempt) => RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)] ?? 0,
        refetchOnWindowFocus: false,
      },
    },
  });
  const patience = new Promise<void>((resolve) => void runtime.clock.after(ANSWERS_WITHIN_MS, resolve));
  // The page's own part comes beside the frame, with what it shows first.
  const page = router.load();
  const answers = [client.prefetchQuery(sessionQuery(runtime)), takeFirst(client, runtime)];
  await Promise.race([Promise.allSettled([page, ...answers]), patience]);
  // On the way to the gate nothing is drawn that would ask for more.
  if (client.getQueryData<GateAnswer>(sessionQuery(runtime).queryKey)?.authenticated === false) return;
  makeRoot(root).render(
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
  // What waits for a click comes after the page and its drawing: fetched and run before, it would keep both waiting.
  void Promise.allSettled([page]).then(startPreloading);
}
