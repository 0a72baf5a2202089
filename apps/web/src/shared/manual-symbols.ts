/** The symbols on offer wherever a list of symbols begins. */
export const MANUAL_SYMBOLS = [
  'BTCUSDT',
  'ETHUSDT',
  'BNBUSDT',
  'ADAUSDT',
  'SOLUSDT',
  'XRPUSDT',
  'DOGEUSDT',
  'DOTUSDT',
  'LINKUSDT',
  'AVAXUSDT',
] as const;
