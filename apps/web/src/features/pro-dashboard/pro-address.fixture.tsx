import { useState, type ReactNode } from 'react';
import { ProAddressContext, withChange, type RawSearch } from './frame/pro-address.ts';

/** An address of a test: it holds what panels write, and tells it. */
export interface FakeAddress {
  readonly Place: (props: { children: ReactNode }) => ReactNode;
  readonly raw: () => RawSearch;
}

/** Makes an address that begins as given. */
export function fakeAddress(initial: RawSearch = {}): FakeAddress {
  let now = initial;
  return {
    raw: () => now,
    Place: function Place({ children }) {
      const [raw, setRaw] = useState(initial);
      return (
        <ProAddressContext
          value={{
            raw,
            change: (fields) =>
              setRaw((before) => {
                now = withChange(before, fields);
                return now;
              }),
          }}
        >
          {children}
        </ProAddressContext>
      );
    },
  };
}
