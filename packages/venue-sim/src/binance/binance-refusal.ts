/** A refusal in the venue's words, as a value: calls answer with it instead of data. */
export class BinanceRefusal {
  readonly code: number;
  readonly msg: string;
  readonly status: number;

  constructor(code: number, msg: string, status = 400) {
    this.code = code;
    this.msg = msg;
    this.status = status;
  }
}
