import { describe, expect, it } from 'vitest';
import { ABSTAIN } from '../../domain/index.ts';
import { ARM_IDS, armOf, ARMS } from './arms.ts';
import { entrySide, positionSide } from './trade-side.ts';

describe('ARMS', () => {
  it('are 2 directions x 3 offsets x 3 exits x 2 executions, each id once', () => {
    expect(ARMS).toHaveLength(36);
    expect(new Set(ARM_IDS).size).toBe(36);
    expect(ARM_IDS).not.toContain(ABSTAIN);
  });

  it('say in their id what they do', () => {
    expect(armOf('fade-15-35x25-post')).toEqual({
      armId: 'fade-15-35x25-post',
      direction: 'fade',
      offsetBps: 15,
      takeProfitBps: 35,
      stopLossBps: 25,
      execution: 'post-only',
    });
    expect(armOf('follow-25-90x45-ioc')).toMatchObject({ direction: 'follow', stopLossBps: 45, execution: 'ioc' });
  });

  it('have none for abstaining or for an unknown id', () => {
    expect([armOf(ABSTAIN), armOf('fade-11-35x25-post'), armOf('')]).toEqual([null, null, null]);
  });
});

describe('positionSide', () => {
  it.each([
    ['fade', 'LONG', 'long', 'BUY'],
    ['fade', 'SHORT', 'short', 'SELL'],
    ['follow', 'LONG', 'short', 'SELL'],
    ['follow', 'SHORT', 'long', 'BUY'],
  ] as const)('to %s the liquidation of a %s opens a %s by a %s', (direction, liquidated, side, order) => {
    expect(positionSide(direction, liquidated)).toBe(side);
    expect(entrySide(side)).toBe(order);
  });
});
