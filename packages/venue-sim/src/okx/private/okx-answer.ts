/** What a signed v5 call answers; order operations carry a code per item beside the one of the call. */
export interface OkxAnswer {
  readonly code: string;
  readonly msg: string;
  readonly data: readonly unknown[];
  /** HTTP status; 200 unless the sheet of codes says otherwise. */
  readonly status?: number;
  /** True for order operations, whose envelope tells when they came and went. */
  readonly isTimed?: boolean;
}

/** Outcome of one item of an order operation. */
export interface OkxItem {
  readonly sCode: string;
  readonly sMsg: string;
  readonly subCode: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Answers with rows. */
export function good(data: readonly unknown[]): OkxAnswer {
  return { code: '0', msg: '', data };
}

/** Refuses the whole call. */
export function bad(code: string, msg: string, status = 200): OkxAnswer {
  return { code, msg, data: [], status };
}

/** Refuses a parameter with 51000. */
export function invalid(parameter: string): OkxAnswer {
  return bad('51000', `Parameter ${parameter} error`, 400);
}

/** Refuses an absent parameter with 50014. */
export function missing(parameter: string): OkxAnswer {
  return bad('50014', `Parameter ${parameter} can not be empty.`, 400);
}

/** Joins the items of an order operation: 0 all done, 1 none, 2 some. */
export function answerOfItems(items: readonly OkxItem[], ts: string | null): OkxAnswer {
  const failed = items.filter(({ sCode }) => sCode !== '0').length;
  const code = failed === 0 ? '0' : failed === items.length ? '1' : '2';
  const msg = code === '0' ? '' : code === '1' ? 'All operations failed' : 'Bulk operation partially succeeded.';
  const data = items.map(({ sCode, sMsg, subCode, fields }) => ({
    ...fields,
    ...(ts === null ? {} : { ts }),
    sCode,
    sMsg,
    subCode,
  }));
  return { code, msg, data, isTimed: true };
}
