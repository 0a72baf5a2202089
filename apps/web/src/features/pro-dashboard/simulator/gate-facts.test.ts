import { GATE_NAMES, PAIR_CHECK_NAMES } from '@riptide/contracts/calls';
import { describe, expect, it } from 'vitest';
import { PRO_PANELS } from '../frame/panels.ts';
import { GATE_FACTS, factsOf } from './gate-facts.ts';

const PAGES = ['/app/settings', '/app/arbitrage', '/app/api-keys', '/app/trading', '/app/portfolio'];

describe('the map from gates to settings', () => {
  it('has every gate of an order, every check of a pair, the missing pair, and nothing else', () => {
    expect(Object.keys(GATE_FACTS).toSorted()).toEqual([...GATE_NAMES, ...PAIR_CHECK_NAMES, 'pair'].toSorted());
  });

  it.each(Object.entries(GATE_FACTS))(
    'leads from %s to a page or panel that is there, or says why to none',
    (_, facts) => {
      const { setting } = facts;
      if (setting.kind === 'page') expect(PAGES).toContain(setting.to);
      else if (setting.kind === 'panel') expect(PRO_PANELS.map(({ id }) => id)).toContain(setting.panel);
      expect(setting.kind === 'fixed' ? setting.why : setting.field).not.toBe('');
      expect(facts.label).not.toBe('');
    },
  );

  it('keeps the name of a gate it does not know', () => {
    expect(factsOf('gate-of-tomorrow').label).toBe('gate-of-tomorrow');
  });
});
