import { afterEach, describe, expect, it } from 'vitest';
import { roomFor, roomForAll } from './use-clear-of-toasts.ts';

const START_PX = 86;

function place(top: number, right: number, height = 32): HTMLElement {
  const button = document.createElement('button');
  document.body.append(button);
  button.getBoundingClientRect = () => new DOMRect(right - 100, top, 100, height);
  return button;
}

afterEach(() => document.body.replaceChildren());

describe('toasts and the button they are about', () => {
  it('start below a button that they would cover', () => {
    expect(roomFor(place(96, window.innerWidth - 20), START_PX)).toBe(96 + 32 + 8 - START_PX);
  });

  it('stay where they are beside, above and far below it', () => {
    expect(roomFor(place(96, 300), START_PX)).toBe(0);
    expect(roomFor(place(20, window.innerWidth - 20), START_PX)).toBe(0);
    expect(roomFor(place(500, window.innerWidth - 20), START_PX)).toBe(0);
  });

  it('do not step around a whole panel, nor around themselves', () => {
    expect(roomFor(place(96, window.innerWidth - 20, 600), START_PX)).toBe(0);
    const close = place(96, window.innerWidth - 20);
    const host = document.createElement('div');
    host.dataset['sonnerToaster'] = 'true';
    host.append(close);
    document.body.append(host);
    expect(roomFor(close, START_PX)).toBe(0);
  });

  it('start below the last of several, also of one that the first move would cover', () => {
    const right = window.innerWidth - 20;
    expect(roomForAll([place(300, right), null, place(96, right), place(96, 300)], START_PX)).toBe(
      300 + 32 + 8 - START_PX,
    );
    expect(roomForAll([], START_PX)).toBe(0);
  });

  it('stay within the page', () => {
    const right = window.innerWidth - 20;
    const low = place(window.innerHeight - 40, right);
    expect(roomForAll([low], window.innerHeight - 100)).toBe(0);
  });
});
