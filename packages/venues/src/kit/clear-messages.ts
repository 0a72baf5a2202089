import type { MarkMessage, TickerMessage } from '@riptide/core/domain';

/** Sets every field of the 24 h message to unknown. */
export function clearTicker(ticker: TickerMessage): void {
  ticker.lastPx = Number.NaN;
  ticker.openPx = Number.NaN;
  ticker.highPx = Number.NaN;
  ticker.lowPx = Number.NaN;
  ticker.changeFrac = Number.NaN;
  ticker.volumeQty = Number.NaN;
  ticker.volumeQuote = Number.NaN;
  ticker.venueMs = Number.NaN;
}

/** Sets every field of the mark message to "keeps its last value". */
export function clearMark(mark: MarkMessage): void {
  mark.markPx = Number.NaN;
  mark.indexPx = Number.NaN;
  mark.fundingRateFrac = Number.NaN;
  mark.nextFundingMs = Number.NaN;
  mark.fundingIntervalHours = Number.NaN;
  mark.followingFundingRateFrac = Number.NaN;
  mark.venueMs = Number.NaN;
}
