import { act, cleanup, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { lazyPart, loadAllParts } from './lazy-part.tsx';

afterEach(cleanup);

function Word({ text }: { readonly text: string }) {
  return <b>{text}</b>;
}

it('draws a part at once when it was loaded ahead', async () => {
  const load = vi.fn(async () => Word);
  const Part = lazyPart(load);
  await loadAllParts();
  render(<Part text="here" />);
  expect(screen.getByText('here')).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(1);
});

it('waits for a part that nobody loaded yet', async () => {
  let arrive: (part: typeof Word) => void = () => {};
  const Part = lazyPart(() => new Promise<typeof Word>((resolve) => (arrive = resolve)));
  render(
    <Suspense fallback="loading">
      <Part text="late" />
    </Suspense>,
  );
  expect(screen.getByText('loading')).toBeTruthy();
  await act(async () => arrive(Word));
  expect(await screen.findByText('late')).toBeTruthy();
});
