import { act, cleanup, screen } from '@testing-library/react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it } from 'vitest';
import { SecondDrawing } from './second-drawing.tsx';

afterEach(() => {
  cleanup();
  document.body.replaceChildren();
});

it('draws what stands for its content first, and the content in a drawing after it', async () => {
  const drawn: string[] = [];
  const Told = ({ what }: { what: string }) => {
    drawn.push(what);
    return <p>{what}</p>;
  };
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  await act(async () =>
    root.render(
      <SecondDrawing meanwhile={<Told what="meanwhile" />}>
        <Told what="content" />
      </SecondDrawing>,
    ),
  );
  expect(drawn).toEqual(['meanwhile', 'content']);
  expect(screen.getByText('content')).toBeDefined();
  expect(screen.queryByText('meanwhile')).toBeNull();
  await act(async () => root.unmount());
});
