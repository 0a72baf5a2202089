/** What a v5 call answers; the envelope adds the time. Business errors are answers too. */
export interface BybitAnswer {
  readonly retCode: number;
  readonly retMsg: string;
  readonly result: unknown;
  readonly retExtInfo?: unknown;
  /** HTTP status; 200 unless the call never reached the business. */
  readonly status?: number;
}

/** Answers with a result. */
export function good(result: unknown, retExtInfo: unknown = {}): BybitAnswer {
  return { retCode: 0, retMsg: 'OK', result, retExtInfo };
}

/** Refuses in the venue's words. */
export function bad(retCode: number, retMsg: string): BybitAnswer {
  return { retCode, retMsg, result: {} };
}

/** Refuses a parameter. */
export function invalid(retMsg: string): BybitAnswer {
  return bad(10001, retMsg);
}
