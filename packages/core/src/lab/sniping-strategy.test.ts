import { describe, expect, it } from 'vitest';
import { DEFAULT_PAS_SETTINGS } from '../strategies/index.ts';
import { runLab } from './lab-run.ts';
import { PlantedMarket } from './planted/planted-market.ts';
import { SnipingStrategy } from './sniping-strategy.ts';

const SETTINGS = {
  ...DEFAULT_PAS_SETTINGS,
  symbols: ['BTCUSDT'],
  minDisplacementBps: 30,
  fixedArmId: 'fade-15-35x25-ioc',
};

describe('SnipingStrategy', () => {
  it('runs the product’s own engine over its own core, twice with the same decisions byte for byte', async () => {
    const once = () =>
      runLab({
        tape: new PlantedMarket({ seed: 3, reversalBps: 40, hours: 2 }),
        seed: 4,
        createStrategy: (world) =>
          new SnipingStrategy(world, {
            engines: ['pas-trader'],
            settings: SETTINGS,
            paperUsdt: '100000',
            warmUpMinutes: 10,
          }),
      });
    const [first, second] = [await once(), await once()];
    expect(first.decisions.filter(({ action }) => action === 'traded').length).toBeGreaterThan(2);
    expect(first.trials.filter(({ plan }) => plan.kind === 'signal').length).toBeGreaterThan(2);
    expect(JSON.stringify(second)).toBe(JSON.stringify(first));
  }, 60_000);
});
