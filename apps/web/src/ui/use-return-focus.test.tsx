import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { Dialog } from 'radix-ui';
import { afterEach, expect, it } from 'vitest';
import { useReturnFocus } from './use-return-focus.ts';

afterEach(cleanup);

function One({ name }: { name: string }) {
  const focus = useReturnFocus();
  return (
    <Dialog.Root open onOpenChange={() => {}}>
      <Dialog.Portal>
        <Dialog.Content aria-describedby={undefined} {...focus}>
          <Dialog.Title>{name}</Dialog.Title>
          <button type="button">{`inside ${name}`}</button>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Page({ name }: { name: string | null }) {
  return (
    <>
      <button type="button">bell</button>
      {name === null ? null : <One key={name} name={name} />}
    </>
  );
}

const focused = (): string | null | undefined => document.activeElement?.textContent;

async function walk(...steps: readonly (readonly [name: string | null, to: string])[]): Promise<void> {
  const { rerender } = render(<Page name={null} />);
  screen.getByText('bell').focus();
  for (const [name, to] of steps) {
    rerender(<Page name={name} />);
    // oxlint-disable-next-line no-await-in-loop -- one step after the other
    await waitFor(() => expect(focused()).toBe(to));
  }
}

it('gives the focus back to where it was when a dialog opened', async () => {
  await walk(['palette', 'inside palette'], [null, 'bell']);
});

it('gives it back there too when one dialog opened the other', async () => {
  await walk(['palette', 'inside palette'], ['sheet', 'inside sheet'], [null, 'bell']);
});
