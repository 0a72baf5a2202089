const POLL_MS = 10;

/** Waits until a condition holds, polling; false when it does not within `withinMs`. */
export async function until(isTrue: () => boolean, withinMs: number): Promise<boolean> {
  const endMs = Date.now() + withinMs;
  while (!isTrue()) {
    if (Date.now() >= endMs) return false;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return true;
}
