/** Rewrites every address of a tree of addresses. */
export function rewriteUrls(tree: unknown, to: (address: string) => string): unknown {
  if (typeof tree === 'string') return to(tree);
  if (tree === null || typeof tree !== 'object') return tree;
  return Object.fromEntries(Object.entries(tree).map(([key, value]) => [key, rewriteUrls(value, to)]));
}
