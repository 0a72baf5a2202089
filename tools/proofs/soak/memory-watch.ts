import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const MIB = 1_048_576;

/** Memory of this process just after a full collection, so that what is left is what is held. */
export interface MemorySample {
  readonly minute: number;
  readonly heapMib: number;
  readonly externalMib: number;
  readonly rssMib: number;
}

/** Takes samples of what this process holds, once a minute of load. */
export class MemoryWatch {
  readonly samples: MemorySample[] = [];
  private readonly collect = exposedGc();

  /** Collects everything that nobody holds, and notes what is left. */
  sample(minute: number): MemorySample {
    this.collect();
    const { heapUsed, external, rss } = process.memoryUsage();
    const sample = { minute, heapMib: heapUsed / MIB, externalMib: external / MIB, rssMib: rss / MIB };
    this.samples.push(sample);
    return sample;
  }

  /** Returns the heap's growth in MiB a minute over the later half of the run: least squares, NaN with fewer than 4 samples. */
  growthMibPerMinute(): number {
    const later = this.samples.slice(Math.floor(this.samples.length / 2));
    if (later.length < 4) return Number.NaN;
    const meanX = later.reduce((sum, { minute }) => sum + minute, 0) / later.length;
    const meanY = later.reduce((sum, { heapMib }) => sum + heapMib, 0) / later.length;
    const covariance = later.reduce((sum, { minute, heapMib }) => sum + (minute - meanX) * (heapMib - meanY), 0);
    return covariance / later.reduce((sum, { minute }) => sum + (minute - meanX) ** 2, 0);
  }
}

/** The flag is set here, so that no other entry point needs to be started with it. */
function exposedGc(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}
