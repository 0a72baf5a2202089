/** Hears what a venue's public sockets and requests brought, before anything reads it. Must copy what it keeps, and be quick. */
export interface FrameTap {
  /** HOT: `bytes[start, end)` is only valid during the call. `connection` is the socket's name, e.g. `binance-perp-public-1`. */
  onFrame(connection: string, bytes: Buffer, start: number, end: number, recvMs: number): void;
  /** A plain answer that was read. */
  onAnswer(url: string, text: string, recvMs: number): void;
}
