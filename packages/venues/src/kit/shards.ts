/** Cuts a list into shares of at most `size`, in order; e.g. subscriptions over connections. */
export function shards<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  const shares: (readonly Item[])[] = [];
  for (let at = 0; at < items.length; at += size) shares.push(items.slice(at, at + size));
  return shares;
}
