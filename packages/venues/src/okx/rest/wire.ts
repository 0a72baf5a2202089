/**
 * A row of `public/instruments`: everything text, empty where it does not apply.
 *
 * `{"instType":"SWAP","instId":"ETH-USDT-SWAP","uly":"ETH-USDT","baseCcy":"","quoteCcy":"","settleCcy":"USDT","ctVal":"0.1",
 * "ctMult":"1","ctValCcy":"ETH","ctType":"linear","tickSz":"0.01","lotSz":"0.01","minSz":"0.01","maxLmtSz":"100000000",
 * "listTime":"1573557408000","state":"live","ruleType":"normal","groupId":"4"}`
 */
export interface OkxInstrumentRow {
  readonly instType: string;
  readonly instId: string;
  readonly baseCcy: string;
  readonly quoteCcy: string;
  readonly settleCcy: string;
  /** Contract value in ctValCcy; times ctMult. */
  readonly ctVal: string;
  readonly ctMult: string;
  readonly ctValCcy: string;
  /** `linear`, `inverse` or empty. */
  readonly ctType: string;
  readonly tickSz: string;
  /** Base units for SPOT, contracts otherwise; so is minSz. */
  readonly lotSz: string;
  readonly minSz: string;
  readonly maxLmtSz?: string;
  /** Highest leverage; empty on spot. */
  readonly lever?: string;
  readonly listTime: string;
  readonly state: string;
  /** `normal`, `pre_market`, `rebase_contract`, `xperp`; absent before 2024. */
  readonly ruleType?: string;
  /** Fee group; 6 and 7 of SWAP are real-world assets. */
  readonly groupId?: string;
}

/** `[price, size, "0", orders]` as text. */
type OkxLevelRow = readonly [px: string, sz: string, ...rest: string[]];

/** A row of `market/books`; `seqId` is a number, absent before 2023. */
export interface OkxBookRow {
  readonly asks: readonly OkxLevelRow[];
  readonly bids: readonly OkxLevelRow[];
  readonly ts: string;
  readonly seqId?: number;
}

/** A row of `market/ticker` and `market/tickers`. */
export interface OkxTickerRow {
  readonly instType: string;
  readonly instId: string;
  readonly last: string;
  readonly open24h: string;
  /** Quote for SPOT, coin for the rest. */
  readonly volCcy24h: string;
}
