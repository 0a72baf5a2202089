/** Bounds on what one connection may cost. */
export interface HttpLimits {
  /** From the first byte of a request, or from the connection, to the end of its headers. */
  readonly headersTimeoutMs: number;
  /** From the first byte of a request to the end of its body. */
  readonly requestTimeoutMs: number;
  /** How often late requests are looked for. */
  readonly checkEveryMs: number;
  /** A connection on which nothing moves for so long is closed; streams ping far more often. */
  readonly idleTimeoutMs: number;
  readonly connectionsMax: number;
}

export const HTTP_LIMITS: HttpLimits = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 15_000,
  checkEveryMs: 1_000,
  idleTimeoutMs: 120_000,
  connectionsMax: 1_000,
};

/** Bytes of all headers of a request together, with its first line. */
export const HEADER_BYTES_MAX = 16 * 1024;
export const HEADERS_MAX = 100;
export const BODY_BYTES_MAX = 256 * 1024;
