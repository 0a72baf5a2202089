/** Ids of the accounts as this venue counts them: spot, futures and algo orders each have a space of their own. */
const BASES = { spot: 52_000_000_000, usdm: 8_389_000_000_000, algo: 2_000_000_000_000_000 } as const;
const FILL_BASES = { spot: 5_400_000_000, usdm: 6_900_000_000 } as const;

export type BinanceIdSpace = keyof typeof BASES;

/** Returns the venue's number of an order. */
export function wireOrderId(space: BinanceIdSpace, id: number): number {
  return BASES[space] + id;
}

/** Returns the accounts' number of an order; negative for one of another space. */
export function orderIdOf(space: BinanceIdSpace, wireId: number): number {
  return wireId - BASES[space];
}

/** Returns the venue's number of a fill. */
export function wireTradeId(kind: keyof typeof FILL_BASES, id: number): number {
  return FILL_BASES[kind] + id;
}

/** Returns the accounts' number of a fill. */
export function fillIdOf(kind: keyof typeof FILL_BASES, wireId: number): number {
  return wireId - FILL_BASES[kind];
}

/** Names an order whose client gave no name, as the venue does. */
export function clientIdOf(clientId: string, wireId: number): string {
  return clientId === '' ? `web_${wireId.toString(36)}` : clientId;
}
