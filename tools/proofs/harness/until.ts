const PERIOD_MS = 50;

/** Waits until a condition holds. Rejects with what was waited for when the time is over. */
export async function until(what: string, withinMs: number, holds: () => boolean | Promise<boolean>): Promise<void> {
  const endMs = Date.now() + withinMs;
  for (;;) {
    if (await holds()) return;
    if (Date.now() > endMs) throw new Error(`waited ${withinMs} ms for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, PERIOD_MS));
  }
}
