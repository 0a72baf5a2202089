/** Returns a count with its noun: `1 day`, `2 days`. `many` where the plural is not made by an s. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
