import { seededRandom } from '@riptide/core/kernel';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startScene, type Scene, type VenueUnderTest } from './scene.ts';

type Kind = 'spot' | 'perp';

/** What the suite must know of a venue to run the cards of its halts. */
export interface HaltsUnderTest extends VenueUnderTest {
  /** Within how many ms the venue pushes that an instrument of a kind was halted; null where no channel tells it. */
  readonly pushedWithinMs: Readonly<Record<Kind, number | null>>;
  /** Whether the channel tells the whole list to whoever subscribes. */
  readonly startsWithList: boolean;
}

const KINDS = ['spot', 'perp'] as const;
const STEPS = 8;
const AT_ONCE = 4;

/** Cards of what a feed is told of halts: the halted instruments of store and simulator are the same, whatever is halted in which order. */
export function describeHalts(under: HaltsUnderTest): void {
  describe(`${under.venue} halts`, () => {
    let scene: Scene;
    beforeAll(async () => {
      scene = await startScene(under);
      await vi.waitFor(() => expect(scene.liveBooks()).toBe(scene.instruments.length), { timeout: 30_000 });
    }, 40_000);
    afterAll(() => scene.stop());

    const pushed = KINDS.filter((kind) => under.pushedWithinMs[kind] !== null);
    const isPushed = (ix: number): boolean => pushed.some((kind) => kind === scene.instruments[ix]!.kind);
    const all = (): readonly number[] => scene.instruments.map((_, ix) => ix);
    const halt = (ix: number, isHalted: boolean): void => {
      const { wireSymbol, kind } = scene.instruments[ix]!;
      const control = scene.sim.control(under.venue);
      control.haltInstrument(control.ixOf(wireSymbol, kind as Kind)!, isHalted);
    };
    /** As the simulator has it, of what the feed follows and the venue pushes. */
    const haltedAtVenue = (): readonly number[] => {
      const halted = scene.sim.control(under.venue).halted();
      return all().filter((ix) => {
        const { wireSymbol, kind } = scene.instruments[ix]!;
        return isPushed(ix) && halted.some((one) => one.wireSymbol === wireSymbol && one.kind === kind);
      });
    };
    const haltedHere = (): readonly number[] => all().filter((ix) => !scene.store.isTrading(ix));
    const alike = (withinMs: number): Promise<void> =>
      vi.waitFor(() => expect(haltedHere()).toEqual(haltedAtVenue()), { timeout: withinMs, interval: 5 });

    it.runIf(pushed.length > 0)(
      'H10 knows the halted instruments of its kinds, in whatever order they are halted and go on',
      async () => {
        const random = seededRandom(29);
        for (let step = 0; step < STEPS; step += 1) {
          const some = all().filter(() => random() < AT_ONCE / scene.instruments.length);
          for (const ix of some) halt(ix, scene.store.isTrading(ix));
          await alike(2 * Math.max(...pushed.map((kind) => under.pushedWithinMs[kind] ?? 0)));
        }
        for (const ix of all()) halt(ix, false);
        await alike(10_000);
        expect(scene.feed.status().decode).toMatchObject({ malformed: 0, unknown: 0 });
      },
      STEPS * 5_000,
    );

    it.each(pushed.map((kind) => [kind, under.pushedWithinMs[kind] ?? 0] as const))(
      'H12 hears that a %s was halted within %i ms',
      async (kind, withinMs) => {
        const ix = scene.ixOf('BTCUSDT', kind);
        halt(ix, true);
        await vi.waitFor(() => expect(scene.store.isTrading(ix)).toBe(false), { timeout: withinMs, interval: 5 });
        halt(ix, false);
        await vi.waitFor(() => expect(scene.store.isTrading(ix)).toBe(true), { timeout: withinMs, interval: 5 });
      },
    );

    it.runIf(under.startsWithList)(
      'H14 learns by the list of a new subscription what was halted and went on while nobody listened',
      async () => {
        const [went, comes] = [scene.ixOf('ETHUSDT', 'perp'), scene.ixOf('SOLUSDT', 'perp')];
        halt(went, true);
        await alike(5_000);
        const reconnects = (): number =>
          scene.feed.status().connections.reduce((sum, connection) => sum + connection.reconnects, 0);
        const before = reconnects();
        scene.faults.dropSockets();
        halt(went, false);
        halt(comes, true);
        await vi.waitFor(() => expect(reconnects()).toBeGreaterThan(before), { timeout: 20_000 });
        await alike(20_000);
        halt(comes, false);
        await alike(10_000);
      },
      60_000,
    );

    it('H16 says how often its list must be read where no channel tells of halts', () => {
      const { listEveryMs } = scene.reference;
      if (under.pushedWithinMs.perp === null) expect(listEveryMs).toBeLessThanOrEqual(20_000);
      else expect(listEveryMs).toBeUndefined();
    });
  });
}
