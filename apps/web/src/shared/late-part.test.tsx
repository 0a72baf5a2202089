import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { FakeServer, renderOn } from './fake-server.fixture.tsx';
import { latePart } from './late-part.tsx';

afterEach(cleanup);

function Word({ text }: { readonly text: string }) {
  return <b>{text}</b>;
}

it('draws at once what was loaded ahead', async () => {
  const load = vi.fn(async () => Word);
  const Part = latePart('the word', load);
  await Part.preload();
  render(<Part text="here" />);
  expect(screen.getByText('here')).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(1);
});

it('says which part can not be loaded, reports nothing else, and loads it on Retry', async () => {
  const said = vi.spyOn(console, 'error');
  const load = vi
    .fn<() => Promise<typeof Word>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
    .mockResolvedValue(Word);
  const Part = latePart('the word', load);
  await act(async () => {
    renderOn(
      new FakeServer(),
      <Suspense fallback="loading">
        <Part text="late" />
      </Suspense>,
    );
  });
  expect(await screen.findByText('Could not load the word')).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(1);
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Retry' })));
  expect(await screen.findByText('late')).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(2);
  expect(said).not.toHaveBeenCalled();
});
