import type { TradingRecord } from '@riptide/core/domain';

/** Records that can be news for a person, from the engine's journal. */
export interface NewsCalls {
  /**
   * `afterSeq` null asks only where the journal ends. `seq` is the last record looked at, whether it was news or not; `isEnd`: there is
   * nothing behind it yet. `missing`: so many records after `afterSeq` are not in the journal any more.
   */
  'news-after': {
    request: { readonly afterSeq: number | null };
    answer: {
      readonly records: readonly TradingRecord[];
      readonly seq: number;
      readonly isEnd: boolean;
      readonly missing: number;
    };
  };
}
