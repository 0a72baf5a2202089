import { beforeEach } from 'vitest';

/** Lets every test of a file see a screen on which no query of a width matches: the test environment has none. */
export function onWideScreen(): void {
  beforeEach(() => {
    window.matchMedia = ((query: string) => ({
      matches: false,
      media: query,
      addEventListener: () => {},
      removeEventListener: () => {},
    })) as never;
  });
}
