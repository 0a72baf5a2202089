import { describe, expect, it } from 'vitest';
import { buildRiskRequest } from './build-risk-request.fixture.ts';
import { runGates } from './gate-runner.ts';

describe('runGates', () => {
  it('approves the order and the wish when every gate agrees', () => {
    const request = buildRiskRequest();
    const verdict = runGates(request);
    expect(verdict.gates.filter((d) => !d.ok)).toEqual([]);
    expect(verdict.isApproved && verdict.order).toBe(request.order);
    expect(verdict.isApproved && verdict.intent).toBe(request.intent);
  });

  it('lets no denial hide another', () => {
    const verdict = runGates(buildRiskRequest({ view: { killLevel: 2, bookAgeMs: null, isJournalOk: false } }));
    expect(verdict.gates.filter((d) => !d.ok).map((d) => d.code)).toEqual([
      'RISK_KILL_SWITCH',
      'RISK_JOURNAL',
      'RISK_BOOK_STALE',
    ]);
    expect('order' in verdict).toBe(false);
  });

  it('lets a stop through when everything else is down', () => {
    const verdict = runGates(
      buildRiskRequest({
        order: {
          role: 'protective-stop',
          type: 'stop-market',
          px: null,
          triggerPx: '49000',
          qtyBase: null,
          closesPosition: true,
        },
        view: {
          killLevel: 3,
          isJournalOk: false,
          isStreamLive: false,
          bookAgeMs: null,
          markPx: null,
          midPx: null,
          equityUsd: null,
        },
      }),
    );
    expect(verdict.isApproved).toBe(true);
  });
});
