const NUMBER = /^\s*(\d+(\.\d*)?|\.\d+)\s*$/;

/** Reads a size as typed: undefined where nothing is filled in, null where it is no number over 0. */
export function readSize(text: string): number | null | undefined {
  if (text.trim() === '') return undefined;
  const value = NUMBER.test(text) ? Number(text) : 0;
  return value > 0 && Number.isFinite(value) ? value : null;
}

/** What is wrong with a size as typed; null while nothing is. */
export function sizeError(text: string): string | null {
  return readSize(text) === null ? 'Enter a number over 0' : null;
}
