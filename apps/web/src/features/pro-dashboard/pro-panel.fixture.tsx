import { act, configure, waitFor } from '@testing-library/react';
import { expect, vi } from 'vitest';
import { useSyncExternalStore, type ReactNode } from 'react';
import type { RouteRef } from '@riptide/contracts/calls';
import { renderOn, type FakeServer, type Stage } from '../../shared/fake-server.fixture.tsx';
import { MarketFeedProvider } from '../../shared/market-feed/market-feed.tsx';
import { withRouter } from '../../shared/router.fixture.tsx';
import { ProAddressContext, withChange, type RawSearch, type SearchChange } from './frame/pro-address.ts';

// A busy machine draws a page in seconds.
configure({ asyncUtilTimeout: 8000 });

/** The address of a test: what was written last, as text. */
class AddressOfTest {
  #current: RawSearch;
  readonly #listeners = new Set<() => void>();

  constructor(start: RawSearch) {
    this.#current = start;
  }

  get current(): RawSearch {
    return this.#current;
  }

  read = (): RawSearch => this.#current;

  write = (fields: SearchChange): void => {
    this.#current = withChange(this.#current, fields);
    for (const listener of this.#listeners) listener();
  };

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

interface DrawnPanel extends Stage {
  readonly address: AddressOfTest;
  /** Where a link led. */
  readonly router: ReturnType<typeof withRouter>['router'];
}

/** Draws a panel of the page at an address, with feeds and a router. */
export function drawPanel(server: FakeServer, panel: ReactNode, start: RawSearch = {}): DrawnPanel {
  const address = new AddressOfTest(start);
  const { element, router } = withRouter(<Address address={address}>{panel}</Address>);
  const stage = renderOn(server, <MarketFeedProvider>{element}</MarketFeedProvider>);
  return { ...stage, address, router };
}

function Address({ address, children }: { address: AddressOfTest; children: ReactNode }) {
  const raw = useSyncExternalStore(address.subscribe, address.read);
  return <ProAddressContext value={{ raw, change: address.write }}>{children}</ProAddressContext>;
}

/** Proves that a call is asked again after its interval, and not before; the caller has set `vi.useFakeTimers({ shouldAdvanceTime: true })`. */
export async function expectPolled(server: FakeServer, route: RouteRef, intervalMs: number): Promise<void> {
  await waitFor(() => expect(server.of(route)).toHaveLength(1));
  await act(() => vi.advanceTimersByTimeAsync(intervalMs * 0.6));
  expect(server.of(route)).toHaveLength(1);
  await act(() => vi.advanceTimersByTimeAsync(intervalMs * 0.5));
  expect(server.of(route)).toHaveLength(2);
}
