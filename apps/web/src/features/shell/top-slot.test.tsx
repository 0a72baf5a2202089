import { act, cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TopSlot } from './top-slot.tsx';

let resized: () => void = () => {};
let heightPx = 0;
const scrolled: number[] = [];

class FakeResizeObserver {
  constructor(call: () => void) {
    resized = call;
  }
  /** As a browser does: the height that is there is told first. */
  observe(): void {
    resized();
  }
  unobserve(): void {}
  disconnect(): void {}
}

beforeEach(() => {
  heightPx = 0;
  scrolled.length = 0;
  vi.stubGlobal('ResizeObserver', FakeResizeObserver);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(() => heightPx);
  vi.spyOn(window, 'scrollBy').mockImplementation(((by: ScrollToOptions) => scrolled.push(by.top ?? 0)) as never);
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  window.scrollTo(0, 0);
});

function resize(toPx: number): void {
  heightPx = toPx;
  act(() => resized());
}

const bannerHeight = (): string => document.documentElement.style.getPropertyValue('--banner-height');

describe('TopSlot', () => {
  it('scrolls the page by what it grew, so that what stands below stays where it was', () => {
    render(<TopSlot>notice</TopSlot>);
    fireEvent.pointerMove(document.body);
    resize(40);
    resize(64);
    expect(scrolled).toEqual([40, 24]);
  });

  it('hides nothing of a page that was just opened: there is no hand yet to move something under', () => {
    render(<TopSlot>notice</TopSlot>);
    resize(40);
    expect(scrolled).toEqual([]);
    fireEvent.keyDown(document.body, { key: 'Tab' });
    resize(64);
    expect(scrolled).toEqual([24]);
  });

  it('leaves the page alone when it shrinks, when it was there from the first draw, and where the browser keeps the place', () => {
    heightPx = 40;
    render(<TopSlot>notice</TopSlot>);
    fireEvent.pointerMove(document.body);
    resize(40);
    resize(0);
    vi.spyOn(window, 'scrollY', 'get').mockReturnValue(300);
    resize(40);
    expect(scrolled).toEqual([]);
  });

  it('says nothing while it is empty, and takes its height back when it is empty again', () => {
    render(<TopSlot>{null}</TopSlot>);
    expect(bannerHeight()).toBe('');
    resize(40);
    resize(0);
    expect(bannerHeight()).toBe('0px');
  });

  it('tells its height for as long as it is there', () => {
    const { unmount } = render(<TopSlot>notice</TopSlot>);
    resize(52);
    expect(bannerHeight()).toBe('52px');
    unmount();
    expect(bannerHeight()).toBe('');
  });
});
