import type { Instrument } from '@riptide/core/domain';

/**
 * Returns a venue's newer list as a start of the hot thread is to see it: what traded before is still followed although it is halted or
 * gone, for positions in it need its book. Whether it trades is told to the hot thread apart.
 */
export function keepFollowable(before: readonly Instrument[], listed: readonly Instrument[]): readonly Instrument[] {
  const traded = new Map(before.filter(({ isTrading }) => isTrading).map((instrument) => [instrument.id, instrument]));
  const kept = listed.map((instrument) => {
    const isHalted = !instrument.isTrading && traded.has(instrument.id);
    traded.delete(instrument.id);
    return isHalted ? { ...instrument, isTrading: true } : instrument;
  });
  return [...kept, ...traded.values()];
}
