import { act, cleanup, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useCurrentPanel } from './use-current-panel.ts';

/** The screen of a test: it says itself what stands on it. */
class ScreenOfTest {
  static last: ScreenOfTest;
  readonly observed = new Set<Element>();
  readonly #tell: IntersectionObserverCallback;

  constructor(tell: IntersectionObserverCallback) {
    this.#tell = tell;
    ScreenOfTest.last = this;
  }

  observe = (target: Element): void => void this.observed.add(target);
  unobserve = (target: Element): void => void this.observed.delete(target);
  disconnect = (): void => this.observed.clear();

  /** Tells of those elements alone that are observed, as a browser does. */
  show(shown: (element: HTMLElement) => boolean): void {
    const entries = [...this.observed].map((target) => ({ target, isIntersecting: shown(target as HTMLElement) }));
    this.#tell(entries as unknown as IntersectionObserverEntry[], this as unknown as IntersectionObserver);
  }
}

beforeEach(() => vi.stubGlobal('IntersectionObserver', ScreenOfTest));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Page({ isLoaded }: { isLoaded: boolean }) {
  const grid = useRef<HTMLDivElement>(null);
  const current = useCurrentPanel(grid, true);
  return (
    <>
      <output>{current}</output>
      <div ref={grid}>
        <div data-panel="summary" />
        {isLoaded ? <section data-panel="venues" /> : <div data-panel="venues" />}
        {isLoaded ? <section data-panel="audit" /> : <div data-panel="audit" />}
      </div>
    </>
  );
}

async function scrollTo(panel: string): Promise<void> {
  await act(async () => {
    await Promise.resolve();
    ScreenOfTest.last.show(({ dataset }) => dataset['panel'] === panel);
  });
}

test('a panel that took the place of what held it is followed', async () => {
  const page = render(<Page isLoaded={false} />);
  await scrollTo('venues');
  expect(screen.getByRole('status').textContent).toBe('venues');

  page.rerender(<Page isLoaded />);
  await scrollTo('audit');
  expect(screen.getByRole('status').textContent).toBe('audit');
  expect([...ScreenOfTest.last.observed].map(({ tagName }) => tagName)).toEqual(['DIV', 'SECTION', 'SECTION']);
});

test('what held a panel is forgotten with it', async () => {
  const page = render(<Page isLoaded={false} />);
  await scrollTo('summary');
  await scrollTo('venues');
  page.rerender(<Page isLoaded />);
  await scrollTo('summary');
  expect(screen.getByRole('status').textContent).toBe('summary');
});
