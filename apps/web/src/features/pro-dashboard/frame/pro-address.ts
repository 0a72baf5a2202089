import { createContext, use } from 'react';

/** What stands in the page's address, as text; each panel reads its own fields with a parser of its own. */
export type RawSearch = Readonly<Record<string, string>>;

/** Fields to write; undefined takes a field out of the address. */
export type SearchChange = Readonly<Record<string, string | number | undefined>>;

export interface ProAddress {
  readonly raw: RawSearch;
  /** Writes fields; a step is one that Back can undo. */
  readonly change: (fields: SearchChange, options?: { readonly isStep?: boolean }) => void;
}

export const ProAddressContext = createContext<ProAddress | null>(null);

/** Gives the page's address to a panel. */
export function useProAddress(): ProAddress {
  const address = use(ProAddressContext);
  if (address === null) throw new Error('Invariant: a panel of the pro dashboard stands outside its page');
  return address;
}

/** Gives the address after a change; an empty text leaves it too. */
export function withChange(raw: RawSearch, fields: SearchChange): RawSearch {
  const next: Record<string, string> = { ...raw };
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || value === '') delete next[name];
    else next[name] = String(value);
  }
  return next;
}
