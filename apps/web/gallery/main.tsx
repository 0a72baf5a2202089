import '../src/styles.css';
import '../src/lib/zod-setup.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RuntimeProvider } from '../src/lib/runtime.tsx';
import { ToastHost } from '../src/ui/toast-host.tsx';
import { GalleryPage } from './gallery-page.tsx';
import { createSampleRuntime } from './sample-runtime.ts';

/** Below the line with the choices of looks. */
const TOAST_TOP_PX = 64;

const root = document.getElementById('root');
if (!root) throw new Error('Invariant: the page has no #root');
const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
// Links of the pieces lead nowhere here: the router lives in memory and has one page.
const router = createRouter({
  routeTree: createRootRoute({ component: GalleryPage, notFoundComponent: GalleryPage }),
  history: createMemoryHistory({ initialEntries: ['/'] }),
});
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <RuntimeProvider runtime={createSampleRuntime()}>
        <RouterProvider router={router as never} />
        <ToastHost topPx={TOAST_TOP_PX} />
      </RuntimeProvider>
    </QueryClientProvider>
  </StrictMode>,
);
