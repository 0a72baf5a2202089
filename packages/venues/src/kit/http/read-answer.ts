/** Returns the text of an answer's body, or null when it is longer than `bytesMax`. */
export async function readBounded(body: AsyncIterable<unknown>, bytesMax: number): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > bytesMax) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Returns the parsed text; undefined when it is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (e) {
    if (e instanceof SyntaxError) return undefined;
    throw e;
  }
}

/** Returns the code of a failed exchange, e.g. `ECONNRESET`, for the detail of an error. */
export function transportCause(e: unknown): string {
  if (!(e instanceof Error)) return 'unknown';
  return 'code' in e ? String(e.code) : e.name;
}
