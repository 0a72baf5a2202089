import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import type { RecorderFigures } from '../flight/market/market-recorder.ts';
import { FakeEngineLink } from '../link/fake-engine-link.fixture.ts';
import type { LinkEngine } from '../link/link-contract.ts';
import { addEngineMetrics } from './engine-metrics.ts';

const FIGURES: RecorderFigures = {
  writtenBytes: 4_096,
  bytes: 9_000,
  segments: 3,
  dropped: 2,
  depthsLost: 5,
  failures: 1,
  deleted: 0,
  reason: null,
};

/** What is told of a recorder that stands so; undefined: the engine records nothing. */
async function told(flight: RecorderFigures | undefined): Promise<readonly string[]> {
  const link = new FakeEngineLink();
  const registry = new Registry();
  addEngineMetrics(registry, link);
  link.update(['engine', 'state', (flight === undefined ? {} : { flight }) as unknown as LinkEngine]);
  return (await registry.metrics()).split('\n').filter((line) => line.startsWith('riptide_flight_'));
}

describe('metrics of the flight recorder', () => {
  it('tell what was written, what stands on the disk, what was lost, and that it records', async () => {
    expect(await told(FIGURES)).toEqual([
      'riptide_flight_written_bytes_total 4096',
      'riptide_flight_bytes 9000',
      'riptide_flight_segments 3',
      'riptide_flight_dropped_total 2',
      'riptide_flight_depths_lost_total 5',
      'riptide_flight_failures_total 1',
      'riptide_flight_recording 1',
    ]);
  });

  it('tell that it stands still', async () => {
    expect(await told({ ...FIGURES, reason: 'ENOSPC: no space left on device' })).toContain(
      'riptide_flight_recording 0',
    );
  });

  it('tell nothing where nothing is to be recorded: no zero that could be read as all is well', async () => {
    expect(await told(undefined)).toEqual([]);
  });
});
