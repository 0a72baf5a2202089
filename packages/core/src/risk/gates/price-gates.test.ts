import { buildRiskPosition } from '../build-risk-request.fixture.ts';
import { describeGate } from './gate-cases.fixture.ts';

const spot = { kind: 'spot' as const };

describeGate('price-band', {
  code: 'RISK_PRICE_BAND',
  cases: [
    {
      name: 'allows a buy limit exactly 5 % above',
      over: { order: { px: '52500' } },
      ok: true,
      value: '0.05',
      bound: '0.05',
    },
    { name: 'denies one tick more', over: { order: { px: '52500.1' } }, ok: false },
    { name: 'allows a buy limit far below', over: { order: { px: '30000' } }, ok: true },
    {
      name: "denies it beyond the venue's own band",
      over: { order: { px: '30000' }, view: { venueBand: { upFrac: null, downFrac: 0.2 } } },
      ok: false,
      bound: '0.2',
    },
    {
      name: "takes the venue's band where it is narrower",
      over: { order: { px: '51000' }, view: { venueBand: { upFrac: 0.01, downFrac: null } } },
      ok: false,
      bound: '0.01',
    },
    { name: 'denies a sell limit 6 % below', over: { order: { side: 'SELL', px: '47000' } }, ok: false },
    {
      name: 'denies a market order into a thin book',
      over: { order: { type: 'market', px: null }, view: { expectedPx: '52501' } },
      ok: false,
    },
    {
      name: 'denies a market order when mid and mark disagree',
      over: { order: { type: 'market', px: null }, view: { midPx: '47000' } },
      ok: false,
      value: '0.06',
    },
    { name: 'denies without a reference', over: { view: { markPx: null, midPx: null } }, ok: false },
  ],
});

describeGate('abnormal-profit', {
  code: 'RISK_ABNORMAL_PROFIT',
  cases: [
    { name: 'allows a wish without an expectation', over: {}, ok: true },
    { name: 'allows exactly 300 bps', over: { intent: { expectedNetBps: 300 } }, ok: true, bound: '300' },
    { name: 'denies more', over: { intent: { expectedNetBps: 300.1 } }, ok: false, value: '300.1' },
    { name: 'denies what is no number', over: { intent: { expectedNetBps: Number.POSITIVE_INFINITY } }, ok: false },
  ],
});

// Leverage 5, maintenance 0.01: the liquidation is 0.19 away; a stop may be less than 0.19 / 1.5 away.
describeGate('liquidation-distance', {
  code: 'RISK_LIQUIDATION_DISTANCE',
  cases: [
    { name: 'allows a near stop', over: { intent: { stopPx: '49000' } }, ok: true, value: '0.03', bound: '0.19' },
    {
      name: 'denies a stop exactly at the bound',
      over: { intent: { stopPx: '44000' }, view: { maintenanceMarginFrac: 0.02 } },
      ok: false,
      value: '0.18',
      bound: '0.18',
    },
    {
      name: 'allows a hair nearer',
      over: { intent: { stopPx: '44000.1' }, view: { maintenanceMarginFrac: 0.02 } },
      ok: true,
    },
    { name: "takes the limits' stop where none is named", over: {}, ok: true, value: '0.03' },
    {
      name: 'denies a leverage that leaves less than that',
      over: { order: { leverage: 25 } },
      ok: false,
      bound: '0.03',
      value: '0.03',
    },
    {
      name: "takes the venue's liquidation price where it is nearer",
      over: { view: { positions: [buildRiskPosition({ liquidationPx: '49000' })] } },
      ok: false,
      bound: '0.02',
    },
    { name: 'denies an unknown leverage', over: { order: { leverage: null }, view: { modes: null } }, ok: false },
    { name: 'denies an unreadable stop', over: { intent: { stopPx: '-1' } }, ok: false },
    { name: 'allows spot', over: { instrument: spot }, ok: true },
  ],
});
