import type { KeyReport } from '../../domain/index.ts';
import { buildCondition, NOW_MS } from '../build-risk-request.fixture.ts';
import { describeGate } from './gate-cases.fixture.ts';

const key = (over: Partial<KeyReport> = {}): KeyReport => ({
  venue: 'BINANCE',
  accountId: null,
  spotOk: false,
  futuresOk: true,
  canWithdraw: false,
  isReadOnly: false,
  isIpRestricted: null,
  expiresMs: null,
  positionMode: 'one-way',
  detail: '',
  ...over,
});
const live = { mode: 'live' as const };
const modes = {
  instrumentId: 'BTCUSDT.PERP.BINANCE',
  positionMode: 'one-way',
  marginMode: 'isolated',
  leverage: 5,
} as const;

describeGate('kill-switch', {
  code: 'RISK_KILL_SWITCH',
  cases: [
    { name: 'allows at level 0', over: {}, ok: true, value: '0', bound: '0' },
    { name: 'denies at level 1', over: { view: { killLevel: 1 } }, ok: false, value: '1' },
    { name: 'denies at level 3', over: { view: { killLevel: 3 } }, ok: false },
  ],
});

describeGate('live-confirmed', {
  code: 'RISK_LIVE_NOT_CONFIRMED',
  blocksExits: true,
  cases: [
    { name: 'allows paper without confirmation', over: {}, ok: true },
    { name: 'allows live once confirmed', over: { order: live, view: { isLiveConfirmed: true } }, ok: true },
    { name: 'denies live before', over: { order: live }, ok: false },
    { name: 'denies even an exit that was never confirmed', over: { order: { ...live, role: 'exit' } }, ok: false },
  ],
});

describeGate('journal', {
  code: 'RISK_JOURNAL',
  cases: [
    { name: 'allows while the journal writes', over: {}, ok: true },
    { name: 'denies when it does not', over: { view: { isJournalOk: false } }, ok: false },
  ],
});

describeGate('venue-health', {
  code: 'RISK_VENUE_DOWN',
  cases: [
    { name: 'allows an enabled venue with stream and feed', over: {}, ok: true },
    { name: 'denies a disabled venue', over: { view: { isVenueEnabled: false } }, ok: false },
    { name: 'denies without its stream', over: { view: { isStreamLive: false } }, ok: false },
    { name: 'denies before its account was compared', over: { view: { isReconciled: false } }, ok: false },
    { name: 'denies without its feed', over: { view: { isFeedLive: false } }, ok: false },
    { name: 'denies while the stream is unknown', over: { view: { isStreamLive: null } }, ok: false },
  ],
});

describeGate('book-age', {
  code: 'RISK_BOOK_STALE',
  cases: [
    { name: 'allows exactly at 2 s', over: { view: { bookAgeMs: 2_000 } }, ok: true, value: '2000', bound: '2000' },
    { name: 'denies a millisecond later', over: { view: { bookAgeMs: 2_001 } }, ok: false },
    { name: 'denies without a verified book', over: { view: { bookAgeMs: null } }, ok: false },
    { name: 'denies an age that is no number', over: { view: { bookAgeMs: Number.NaN } }, ok: false },
  ],
});

describeGate('clock-offset', {
  code: 'RISK_CLOCK_OFFSET',
  cases: [
    { name: 'allows 500 ms ahead', over: { view: { clockOffsetMs: 500 } }, ok: true },
    { name: 'allows 500 ms behind', over: { view: { clockOffsetMs: -500 } }, ok: true, value: '500' },
    { name: 'denies 501 ms behind', over: { view: { clockOffsetMs: -501 } }, ok: false },
    { name: 'denies an unknown offset', over: { view: { clockOffsetMs: null } }, ok: false },
  ],
});

describeGate('key-permission', {
  code: 'RISK_KEY_PERMISSION',
  blocksExits: true,
  cases: [
    { name: 'allows paper without a key', over: {}, ok: true },
    { name: 'allows live with a futures key', over: { order: live, view: { key: key() } }, ok: true },
    {
      name: 'allows a key that can withdraw, with a warning',
      over: { order: live, view: { key: key({ canWithdraw: true }) } },
      ok: true,
    },
    {
      name: 'denies a spot-only key on a perp',
      over: { order: live, view: { key: key({ spotOk: true, futuresOk: false }) } },
      ok: false,
    },
    {
      name: 'denies a futures-only key on spot',
      over: { order: live, instrument: { kind: 'spot' }, view: { key: key() } },
      ok: false,
    },
    { name: 'denies a read-only key', over: { order: live, view: { key: key({ isReadOnly: true }) } }, ok: false },
    {
      name: 'denies a key in the moment it expires',
      over: { order: live, view: { key: key({ expiresMs: NOW_MS }) } },
      ok: false,
    },
    {
      name: 'allows a millisecond before',
      over: { order: live, view: { key: key({ expiresMs: NOW_MS + 1 }) } },
      ok: true,
    },
    { name: "denies another venue's key", over: { order: live, view: { key: key({ venue: 'OKX' }) } }, ok: false },
    { name: 'denies an entry with an unknown key', over: { order: live }, ok: false },
    { name: 'lets an exit with an unknown key to the venue', over: { order: { ...live, role: 'exit' } }, ok: true },
    {
      name: 'denies an exit with a read-only key',
      over: { order: { ...live, role: 'exit' }, view: { key: key({ isReadOnly: true }) } },
      ok: false,
    },
  ],
});

describeGate('mode-match', {
  code: 'RISK_MODE_MISMATCH',
  cases: [
    { name: 'allows what was read back as wanted', over: {}, ok: true },
    { name: 'allows spot without modes', over: { instrument: { kind: 'spot' }, view: { modes: null } }, ok: true },
    { name: 'denies hedge mode', over: { view: { modes: { ...modes, positionMode: 'hedge' } } }, ok: false },
    { name: 'denies cross margin', over: { view: { modes: { ...modes, marginMode: 'cross' } } }, ok: false },
    { name: 'denies another leverage', over: { view: { modes: { ...modes, leverage: 20 } } }, ok: false },
    { name: 'denies modes that were not read', over: { view: { modes: null } }, ok: false },
  ],
});

describeGate('symbol-support', {
  code: 'RISK_SYMBOL_UNSUPPORTED',
  blocksExits: true,
  cases: [
    { name: 'allows a listed perp', over: {}, ok: true },
    { name: 'denies what is not listed', over: { instrument: null }, ok: false },
    { name: 'denies an inverse contract', over: { instrument: { isInverse: true } }, ok: false },
    { name: 'denies a dated future', over: { instrument: { kind: 'future' } }, ok: false },
    { name: 'denies an entry on a book priced in a coin', over: { instrument: { quoteAsset: 'BTC' } }, ok: false },
    { name: 'denies an entry on a halted instrument', over: { instrument: { isTrading: false } }, ok: false },
    {
      name: 'lets an exit on a halted instrument to the venue',
      over: { instrument: { isTrading: false }, order: { role: 'exit' } },
      ok: true,
    },
    {
      name: 'denies an order for another instrument',
      over: { order: { instrumentId: 'ETHUSDT.PERP.BINANCE' } },
      ok: false,
    },
  ],
});

describeGate('cooldown', {
  code: 'RISK_COOLDOWN_ACTIVE',
  cases: [
    { name: 'allows what never cooled down', over: {}, ok: true },
    {
      name: 'denies one millisecond before the end',
      over: { view: { cooldownEndMs: NOW_MS + 1 } },
      ok: false,
      value: '1',
      bound: '0',
    },
    { name: 'allows exactly at the end', over: { view: { cooldownEndMs: NOW_MS } }, ok: true },
  ],
});

describeGate('daily-loss', {
  code: 'RISK_DAILY_LOSS',
  cases: [
    { name: 'allows one cent before the limit', over: { view: { dayPnlUsd: '-1999.99' } }, ok: true, bound: '2000' },
    { name: 'denies exactly at the limit', over: { view: { dayPnlUsd: '-2000' } }, ok: false, value: '2000' },
    { name: 'allows a gain of any size', over: { view: { dayPnlUsd: '9000' } }, ok: true, value: '0' },
    { name: 'denies an unknown result', over: { view: { dayPnlUsd: null } }, ok: false },
    { name: 'denies an unknown start', over: { view: { dayStartEquityUsd: null } }, ok: false },
  ],
});

describeGate('loss-streak', {
  code: 'RISK_LOSS_STREAK',
  cases: [
    {
      name: 'allows seven losses',
      over: { view: { lossStreak: { losses: 7, halts: 0, haltEndMs: null, isOff: false } } },
      ok: true,
    },
    {
      name: 'denies during a halt',
      over: { view: { lossStreak: { losses: 0, halts: 1, haltEndMs: NOW_MS + 1, isOff: false } } },
      ok: false,
    },
    {
      name: 'allows at the end of a halt',
      over: { view: { lossStreak: { losses: 0, halts: 1, haltEndMs: NOW_MS, isOff: false } } },
      ok: true,
    },
    {
      name: 'denies once it is off',
      over: { view: { lossStreak: { losses: 0, halts: 3, haltEndMs: NOW_MS, isOff: true } } },
      ok: false,
    },
  ],
});

describeGate('open-conditions', {
  code: 'RISK_OPEN_CONDITION',
  cases: [
    { name: 'allows when nothing is unsettled', over: {}, ok: true, value: '0' },
    {
      name: 'denies on the symbol of an unknown order',
      over: { view: { conditions: [buildCondition()] } },
      ok: false,
      value: '1',
    },
    {
      name: 'denies on that symbol at another venue too',
      over: { view: { conditions: [buildCondition({ account: 'OKX:paper', instrumentId: 'BTCUSDT.SPOT.OKX' })] } },
      ok: false,
    },
    {
      name: 'allows another symbol',
      over: { view: { conditions: [buildCondition({ instrumentId: 'ETHUSDT.PERP.BINANCE' })] } },
      ok: true,
    },
    {
      name: 'denies everywhere while a leg is naked',
      over: {
        view: {
          conditions: [buildCondition({ kind: 'naked', account: 'OKX:paper', instrumentId: 'ETHUSDT.PERP.OKX' })],
        },
      },
      ok: false,
    },
    {
      name: 'denies at an account that differs from its venue',
      over: { view: { conditions: [buildCondition({ kind: 'divergence', instrumentId: null })] } },
      ok: false,
    },
    {
      name: 'allows at another account',
      over: {
        view: { conditions: [buildCondition({ kind: 'divergence', account: 'OKX:paper', instrumentId: null })] },
      },
      ok: true,
    },
    {
      name: 'allows paper while live is unsettled',
      over: { view: { conditions: [buildCondition({ kind: 'naked', account: 'BINANCE:live' })] } },
      ok: true,
    },
    {
      name: 'denies while the whole platform is halted',
      over: { view: { conditions: [buildCondition({ kind: 'halted', account: null, instrumentId: null })] } },
      ok: false,
    },
  ],
});

describeGate('funding-window', {
  code: 'RISK_FUNDING_WINDOW',
  cases: [
    { name: 'allows exactly 120 s before', over: { view: { fundingNextMs: NOW_MS + 120_000 } }, ok: true },
    {
      name: 'denies a millisecond closer',
      over: { view: { fundingNextMs: NOW_MS + 119_999 } },
      ok: false,
      value: '119999',
    },
    {
      name: 'denies shortly after the last settlement',
      over: { view: { fundingNextMs: NOW_MS + 8 * 3_600_000 - 60_000 } },
      ok: false,
      value: '60000',
    },
    { name: 'denies while the settlement is unknown', over: { view: { fundingNextMs: null } }, ok: false },
    { name: 'allows spot', over: { instrument: { kind: 'spot' }, view: { fundingNextMs: null } }, ok: true },
    {
      name: 'allows with the window off',
      over: { limits: { fundingWindowMs: 0 }, view: { fundingNextMs: NOW_MS } },
      ok: true,
    },
  ],
});
