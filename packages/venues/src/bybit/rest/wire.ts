/** Every answer: `{"retCode":0,"retMsg":"OK","result":{…},"retExtInfo":{},"time":1795000000123}`. */
export interface BybitEnvelope {
  readonly retCode: number;
  readonly retMsg: string;
  readonly result: unknown;
  readonly time: number;
}

/** A row of instruments-info; linear and spot differ in where the steps stand. Source: docs/venues/bybit.md#instruments. */
export interface BybitInstrumentRow {
  readonly symbol: string;
  /** Absent on spot. */
  readonly contractType?: string;
  readonly status: string;
  readonly baseCoin: string;
  readonly quoteCoin: string;
  readonly settleCoin?: string;
  /** Epoch ms as text. */
  readonly launchTime?: string;
  /** Minutes. */
  readonly fundingInterval?: number;
  /** Set for stocks, commodities and currencies. */
  readonly symbolType?: string;
  /** How far limit prices may be from mark or index; Y is the outer bound. */
  readonly riskParameters?: { readonly priceLimitRatioX?: string; readonly priceLimitRatioY?: string };
  /** Absent on spot. */
  readonly leverageFilter?: { readonly maxLeverage?: string };
  readonly priceFilter: { readonly tickSize: string };
  readonly lotSizeFilter: {
    readonly qtyStep?: string;
    readonly basePrecision?: string;
    readonly minOrderQty?: string;
    readonly maxOrderQty?: string;
    readonly maxLimitOrderQty?: string;
    readonly minNotionalValue?: string;
    readonly minOrderAmt?: string;
  };
}
