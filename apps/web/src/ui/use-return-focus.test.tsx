import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { Dialog } from 'radix-ui';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { useReturnFocus } from './use-return-focus.ts';

afterEach(cleanup);

let open: (name: 'palette' | 'sheet' | null) => void = () => {};

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

function Page() {
  const [name, setName] = useState<'palette' | 'sheet' | null>(null);
  open = setName;
  return (
    <>
      <button type="button">bell</button>
      {name === null ? null : <One key={name} name={name} />}
    </>
  );
}

const focused = (): string | null | undefined => document.activeElement?.textContent;

async function goes(name: 'palette' | 'sheet' | null, to: string): Promise<void> {
  act(() => open(name));
  await waitFor(() => expect(focused()).toBe(to));
}

it('gives the focus back to where it was when a dialog opened', async () => {
  render(<Page />);
  screen.getByText('bell').focus();
  await goes('palette', 'inside palette');
  await goes(null, 'bell');
});

it('gives it back there too when one dialog opened the other', async () => {
  render(<Page />);
  screen.getByText('bell').focus();
  await goes('palette', 'inside palette');
  await goes('sheet', 'inside sheet');
  await goes(null, 'bell');
});
