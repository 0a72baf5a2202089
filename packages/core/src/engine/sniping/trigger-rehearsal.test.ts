import { afterEach, describe, expect, it, vi } from 'vitest';
import { OrderSender } from '../trading/order-sender.ts';
import { SnipingWorld } from './sniping-world.fixture.ts';

const worlds: SnipingWorld[] = [];

afterEach(() => {
  for (const world of worlds.splice(0)) world.crash();
  vi.restoreAllMocks();
});

async function recordsOf(isRehearsing: boolean): Promise<readonly unknown[]> {
  const world = new SnipingWorld({ isRehearsing });
  worlds.push(world);
  await world.start();
  await world.startEngine();
  world.show(59_600);
  world.print(59_600);
  await world.pass(5_000);
  world.trigger();
  await world.pass(5_000);
  return world.journal.records;
}

describe('TriggerRehearsal', () => {
  it('reaches the gates of an order every second and leaves no trace in what is written', async () => {
    const judged = vi.spyOn(OrderSender.prototype, 'judge');
    const rehearsed = await recordsOf(true);
    expect(judged.mock.calls.length).toBeGreaterThan(3);
    judged.mockClear();
    expect(rehearsed).toEqual(await recordsOf(false));
    expect(judged).not.toHaveBeenCalled();
  });
});
