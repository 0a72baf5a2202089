/** A refusal in the venue's words, as a value: calls answer with it instead of data. */
export class BinanceRefusal {
  readonly code: number;
  readonly msg: string;
  readonly status: number;
  /** Sent beside code and text by the few calls that half succeed. */
  readonly data: unknown;

  constructor(code: number, msg: string, status = 400, data: unknown = null) {
    this.code = code;
    this.msg = msg;
    this.status = status;
    this.data = data;
  }
}

/** The body of a refusal. */
export function refusalBody(refusal: BinanceRefusal): Record<string, unknown> {
  const { code, msg, data } = refusal;
  return data === null ? { code, msg } : { code, msg, data };
}
