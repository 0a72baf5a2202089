import { seededRandom, VirtualClock } from '@riptide/core/kernel';
import { describe, expect, it } from 'vitest';
import { createFaultDesk, type PrivateFaultControl } from './fault-desk.ts';

function desk(seed = 1): { readonly clock: VirtualClock; readonly faults: PrivateFaultControl } {
  const clock = new VirtualClock(0);
  return { clock, faults: createFaultDesk({ clock, random: seededRandom(seed) }) };
}

describe('private fault desk', () => {
  it('strikes only the call and the symbol it is aimed at, as often as it was armed', () => {
    const { faults } = desk();
    faults.armCall({ fault: { kind: 'answer-lost' }, call: 'place', wireSymbol: 'BTCUSDT', count: 2 });
    expect(faults.takeCallFault('cancel', 'BTCUSDT')).toBe(null);
    expect(faults.takeCallFault('place', 'ETHUSDT')).toBe(null);
    expect(faults.takeCallFault('place', 'BTCUSDT')).toEqual({ kind: 'answer-lost' });
    expect(faults.takeCallFault('place', 'BTCUSDT')).toEqual({ kind: 'answer-lost' });
    expect(faults.takeCallFault('place', 'BTCUSDT')).toBe(null);
    expect(faults.struck).toEqual({ 'answer-lost': 2 });
  });

  it('drops, doubles, delays and swaps events', () => {
    const { clock, faults } = desk();
    const sent: string[] = [];
    const send = (name: string) => (): void => void sent.push(name);
    faults.armEvent({ fault: 'drop', event: 'fill' });
    faults.deliver('fill', null, send('dropped'));
    faults.armEvent({ fault: 'duplicate' });
    faults.deliver('order', null, send('twice'));
    faults.armEvent({ fault: 'swap-with-next' });
    faults.deliver('order', null, send('first'));
    faults.deliver('fill', null, send('second'));
    faults.armEvent({ fault: { delayMs: 500 } });
    faults.deliver('balance', null, send('late'));
    faults.deliver('balance', null, send('on time'));
    expect(sent).toEqual(['twice', 'twice', 'second', 'first', 'on time']);
    clock.advance(500);
    expect(sent.at(-1)).toBe('late');
  });

  it('lets an event go that nothing overtook within a second', () => {
    const { clock, faults } = desk();
    const sent: number[] = [];
    faults.armEvent({ fault: 'swap-with-next' });
    faults.deliver('order', null, () => sent.push(1));
    clock.advance(999);
    expect(sent).toEqual([]);
    clock.advance(1);
    expect(sent).toEqual([1]);
  });

  it('strikes by chance alike for one seed', () => {
    const pattern = (seed: number): boolean[] => {
      const { faults } = desk(seed);
      faults.armCall({ fault: { kind: 'maintenance' }, chance: 0.3, count: Infinity });
      return Array.from({ length: 200 }, () => faults.takeCallFault('place', null) !== null);
    };
    expect(pattern(4)).toEqual(pattern(4));
    const hits = pattern(4).filter(Boolean).length;
    expect(hits).toBeGreaterThan(35);
    expect(hits).toBeLessThan(90);
  });

  it('sends nothing while silent, and everything is as before once healed', () => {
    const { faults } = desk();
    const sent: number[] = [];
    faults.silence(true);
    faults.armCall({ fault: { kind: 'request-lost' } });
    faults.deliver('order', null, () => sent.push(1));
    expect([faults.isSilent, faults.answersPings, sent.length]).toEqual([true, true, 0]);
    faults.heal();
    faults.deliver('order', null, () => sent.push(2));
    expect(sent).toEqual([2]);
    expect(faults.takeCallFault('place', null)).toBe(null);
  });
});
