/** The timeframes on offer, chosen by the digits 1 to 6 too. */
export const SHOWN_TIMEFRAMES = ['1m', '5m', '15m', '1h', '4h', '1d'] as const;
export type Timeframe = (typeof SHOWN_TIMEFRAMES)[number];

export const TIMEFRAME_S: Readonly<Record<Timeframe, number>> = {
  '1m': 60,
  '5m': 300,
  '15m': 900,
  '1h': 3600,
  '4h': 14_400,
  '1d': 86_400,
};
