import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { FakeServer, renderOn } from './fake-server.fixture.tsx';
import { Panel } from './panel.tsx';

afterEach(cleanup);

it('keeps a failure while drawing to the panel it is in, says so, and draws it anew when asked', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  let isBroken = true;
  function Fragile() {
    if (isBroken) throw new Error('no such column');
    return <p>drawn</p>;
  }
  renderOn(
    new FakeServer(),
    <>
      <Panel title="Broken">
        <Fragile />
      </Panel>
      <Panel title="Whole">
        <p>untouched</p>
      </Panel>
    </>,
  );
  const said = screen.getByRole('alert');
  expect(said.textContent).toContain('Something went wrong.');
  expect(said.textContent).toContain('Error: no such column');
  expect(screen.getByRole('region', { name: 'Broken' }).contains(said)).toBe(true);
  expect(screen.getByText('untouched')).toBeTruthy();
  isBroken = false;
  fireEvent.click(screen.getByRole('button', { name: 'Reload panel' }));
  expect(screen.getByText('drawn')).toBeTruthy();
});
