import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { silentLog } from '@riptide/core/kernel';
import type { ScannerSnapshot } from '@riptide/core/strategies';
import { ScannerStateFile } from './scanner-state-file.ts';

function snapshotOf(atMs: number): ScannerSnapshot {
  const floats = (values: number[]) => Float64Array.from(values);
  return {
    version: 1,
    atMs,
    minEntryNetBps: 10,
    pairIds: ['a>b'],
    spreads: {
      samples: Float32Array.from([1.5]),
      written: Uint32Array.from([1]),
      stepMs: floats([1000]),
      nextMs: floats([atMs]),
    },
    lifecycle: {
      seenMs: floats([Number.NaN]),
      signals: {
        durationMs: new Float32Array(2),
        written: new Uint32Array(1),
        crossings: new Uint8Array(60),
        minute: new Int32Array(1),
      },
    },
    seen: { bucket: new Int32Array(1), counts: new Uint32Array(3), lastMs: floats([1]), flags: new Uint8Array(1) },
  };
}

const newFile = () => {
  const folder = mkdtempSync(join(tmpdir(), 'scanner-state-'));
  const path = join(folder, 'scanner-state.bin');
  return { folder, path, file: new ScannerStateFile(path, silentLog()) };
};

it('reads back the newest state that was told, and leaves no other file', async () => {
  const { folder, path, file } = newFile();
  expect(await file.load()).toBeNull();
  for (let atMs = 1; atMs <= 5; atMs += 1) file.save(snapshotOf(atMs));
  await file.flush();
  expect(await new ScannerStateFile(path, silentLog()).load()).toEqual(snapshotOf(5));
  expect(readdirSync(folder)).toEqual(['scanner-state.bin']);
});

it('starts without what it cannot read', async () => {
  const { path, file } = newFile();
  writeFileSync(path, 'not a state');
  expect(await file.load()).toBeNull();
  file.save({ ...snapshotOf(1), version: 2 as never });
  await file.flush();
  expect(await file.load()).toBeNull();
});
