import { createRoot, type Root } from 'react-dom/client';

/**
 * Makes the root that React draws into.
 *
 * Here and not where it is used: when React's DOM part starts it wants to know every line that leads there, for which a browser reads the
 * outermost function of the file anew that asked first. That of the app is the whole app; this file is part of a small one.
 */
export function makeRoot(element: HTMLElement): Root {
  return createRoot(element);
}
