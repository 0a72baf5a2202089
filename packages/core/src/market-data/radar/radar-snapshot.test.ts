import { describe, expect, it } from 'vitest';
import { buildInstrument } from '../../domain/build-instrument.fixture.ts';
import { buildEvent } from './build-event.fixture.ts';
import { LiquidationRadar } from './liquidation-radar.ts';

const T0 = 1_700_000_000_000;
const INSTRUMENTS = [buildInstrument()];

function radarAfter(events: number): LiquidationRadar {
  const radar = new LiquidationRadar({ instruments: INSTRUMENTS });
  for (let n = 0; n < events; n += 1) radar.onLiquidation(buildEvent({ recvMs: T0 + n * 70_000, usd: 1_000 + n }));
  return radar;
}

function nextOf(radar: LiquidationRadar, atMs: number) {
  return radar.onLiquidation(buildEvent({ recvMs: atMs, usd: 5 }));
}

describe('what a radar saves', () => {
  it('gives the same percentiles as before, over JSON', () => {
    const before = radarAfter(150);
    const after = new LiquidationRadar({ instruments: INSTRUMENTS });
    after.restore(JSON.parse(JSON.stringify(before.snapshot())) as ReturnType<LiquidationRadar['snapshot']>);
    const atMs = T0 + 200 * 70_000;
    const { windowP95Usd, windowP97Usd, eventP95Usd, samples } = nextOf(before, atMs) ?? {};
    expect(windowP95Usd).toBeGreaterThan(0);
    expect(nextOf(after, atMs)).toMatchObject({ windowP95Usd, windowP97Usd, eventP95Usd, samples, windowUsd: 5 });
  });

  it('keeps the newest 200 of each figure', () => {
    const [side] = radarAfter(900).snapshot().sides;
    expect(side?.eventUsd).toHaveLength(200);
    expect(side?.eventUsd.at(-1)).toBe(1_899);
    expect(side?.eventUsd[0]).toBe(1_700);
  });

  it('leaves sums of windows of another width out, and never mixes into what is seen already', () => {
    const saved = radarAfter(100).snapshot();
    const other = new LiquidationRadar({ instruments: INSTRUMENTS, settings: { windowMs: 5_000 } });
    other.restore(saved);
    expect(nextOf(other, T0)).toMatchObject({ samples: 0 });
    const busy = radarAfter(3);
    busy.restore(saved);
    expect(busy.snapshot().sides[0]?.eventUsd).toHaveLength(3);
  });
});
