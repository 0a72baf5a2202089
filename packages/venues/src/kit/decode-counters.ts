import type { DecodeCounters } from '@riptide/core/domain';

/** Returns counters at zero. */
export function newDecodeCounters(): DecodeCounters {
  return {
    fast: 0,
    keyed: 0,
    slow: 0,
    control: 0,
    malformed: 0,
    unknown: 0,
    stale: 0,
    gaps: 0,
    resyncs: 0,
    offTick: 0,
  };
}
