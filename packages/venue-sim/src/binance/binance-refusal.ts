/** A refusal in the venue's words. */
export class BinanceRefusal extends Error {
  readonly code: number;
  readonly status: number;

  constructor(code: number, msg: string, status = 400) {
    super(msg);
    this.code = code;
    this.status = status;
  }
}
