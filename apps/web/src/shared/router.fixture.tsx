import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
  type AnyRouter,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** Puts a part of the app with links into a router of its own, at `/`; tell where it went by `router.state.location`. */
export function withRouter(children: ReactNode): { readonly element: ReactNode; readonly router: AnyRouter } {
  const root = createRootRoute();
  const here = createRoute({ getParentRoute: () => root, path: '/', component: () => <>{children}</> });
  const elsewhere = createRoute({ getParentRoute: () => root, path: '$', component: () => <p>elsewhere</p> });
  const router = createRouter({
    routeTree: root.addChildren([here, elsewhere]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  return { element: <RouterProvider router={router} />, router };
}
