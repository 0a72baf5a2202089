import { describe, expect, it } from 'vitest';
import { buildInstrument } from '../domain/build-instrument.fixture.ts';
import { ListingTerms } from './listing-terms.ts';

const BAND = { buyUpFrac: 0.05, buyDownFrac: 0.8, sellUpFrac: 4, sellDownFrac: 0.05 } as const;

describe('ListingTerms', () => {
  it('lets the instrument itself say that it is halted, and that it trades again', () => {
    const instruments = [buildInstrument(), buildInstrument({ venue: 'OKX' })];
    const terms = new ListingTerms(instruments);
    terms.setTrading(1, false);
    expect([terms.isTrading(0), terms.isTrading(1)]).toEqual([true, false]);
    expect(instruments.map(({ isTrading }) => isTrading)).toEqual([true, false]);
    terms.setTrading(1, true);
    expect([terms.isTrading(1), instruments[1]?.isTrading]).toEqual([true, true]);
  });

  it('halts and lets go on what the venue pushes, and tells only news', () => {
    const terms = new ListingTerms([buildInstrument()]);
    expect(terms.setPushed(0, true, 1_000)).toBe(false);
    expect([terms.setPushed(0, false, 2_000), terms.isTrading(0)]).toEqual([true, false]);
    expect(terms.setPushed(0, false, 3_000)).toBe(false);
    expect([terms.setPushed(0, true, 4_000), terms.isTrading(0)]).toEqual([true, true]);
  });

  it('lets a push end neither a halt of the list nor a suspicion, and turns a suspicion into a halt', () => {
    const terms = new ListingTerms([buildInstrument()]);
    terms.setTrading(0, false);
    expect([terms.setPushed(0, true, 1_000), terms.isTrading(0)]).toEqual([false, false]);
    terms.setTrading(0, true);
    terms.suspect(0);
    expect([terms.setPushed(0, true, 2_000), terms.isTrading(0)]).toEqual([false, false]);
    expect(terms.setPushed(0, false, 3_000)).toBe(true);
    terms.acquit(0);
    expect(terms.isTrading(0)).toBe(false);
  });

  it('ends a pushed halt by a list that was surely asked for later, for the push that ended it was missed', () => {
    const terms = new ListingTerms([buildInstrument()]);
    terms.setPushed(0, false, 1_000);
    expect([terms.confirmTrading(0, 5_999), terms.isTrading(0)]).toEqual([false, false]);
    expect([terms.confirmTrading(0, 6_000), terms.isTrading(0)]).toEqual([true, true]);
    terms.setTrading(0, false);
    expect([terms.confirmTrading(0, 60_000), terms.isTrading(0)]).toEqual([false, false]);
  });

  it('tells the band of the list until limits in force are told', () => {
    const terms = new ListingTerms([buildInstrument({ priceBand: BAND }), buildInstrument({ venue: 'OKX' })]);
    expect([terms.bandOf(0), terms.bandOf(1)]).toEqual([BAND, null]);
    terms.setLimits(0, { buyMaxPx: 102, sellMinPx: 97 }, 100);
    expect(terms.bandOf(0)).toEqual({ buyUpFrac: 0.02, buyDownFrac: 0.8, sellUpFrac: 4, sellDownFrac: 0.03 });
  });

  it('cuts a share rather too narrow', () => {
    const terms = new ListingTerms([buildInstrument()]);
    terms.setLimits(0, { buyMaxPx: 101.99999, sellMinPx: 97.00001 }, 100);
    expect(terms.bandOf(0)).toMatchObject({ buyUpFrac: 0.019999, sellDownFrac: 0.029999 });
  });

  it('takes limits that are not in force as none', () => {
    const terms = new ListingTerms([buildInstrument({ priceBand: BAND })]);
    terms.setLimits(0, { buyMaxPx: null, sellMinPx: null }, 100);
    expect(terms.bandOf(0)).toMatchObject({ buyUpFrac: null, sellDownFrac: null });
  });

  it('still bounds where a limit has passed its reference', () => {
    const terms = new ListingTerms([buildInstrument()]);
    terms.setLimits(0, { buyMaxPx: 99, sellMinPx: 101 }, 100);
    expect(terms.bandOf(0)).toMatchObject({ buyUpFrac: 1e-6, sellDownFrac: 1e-6 });
  });

  it('keeps what it knows when limits come without a reference', () => {
    const terms = new ListingTerms([buildInstrument({ priceBand: BAND })]);
    terms.setLimits(0, { buyMaxPx: 99, sellMinPx: 101 }, Number.NaN);
    expect(terms.bandOf(0)).toBe(BAND);
  });

  it('calls an index that nobody gave out a bug', () => {
    const terms = new ListingTerms([]);
    expect(() => terms.setTrading(0, false)).toThrow('Invariant');
    expect(() => terms.setLimits(0, { buyMaxPx: 1, sellMinPx: 1 }, 1)).toThrow('Invariant');
  });
});
