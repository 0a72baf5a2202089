import { createEvent, fireEvent } from '@testing-library/react';

/** Answers a confirm dialog, given it or its form, as a person does who has read it: a second after it opened. */
export function confirmLater(dialog: HTMLElement): void {
  const form = dialog.matches('form') ? dialog : dialog.querySelector('form');
  if (form === null) throw new Error('Invariant: the dialog has no form');
  const event = createEvent.submit(form);
  Object.defineProperty(event, 'timeStamp', { value: performance.now() + 1000 });
  fireEvent(form, event);
}
