/** Reads a design token, e.g. a colour, as it stands now. */
export function token(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}
