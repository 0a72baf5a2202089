import { buildOpenEntry, buildRiskPosition } from '../build-risk-request.fixture.ts';
import { describeGate } from './gate-cases.fixture.ts';

const spot = { kind: 'spot' as const };
const okxSwap = { venue: 'OKX' as const, qtyScale: 0.01, qtyMin: '1', qtyStep: '1' };
const at = (symbol: string) => ({ instrumentId: `${symbol}USDT.PERP.BINANCE` as const, baseAsset: symbol });
const four = ['ETH', 'SOL', 'XRP', 'DOGE'].map((symbol) => buildRiskPosition(at(symbol)));

describeGate('min-size', {
  code: 'RISK_MIN_SIZE',
  blocksExits: true,
  cases: [
    {
      name: 'allows the smallest notional exactly',
      over: { order: { qtyBase: '0.001', px: '5000' } },
      ok: true,
      value: '5',
      bound: '5',
    },
    {
      name: 'denies a notional below',
      over: { order: { qtyBase: '0.001', px: '4999.9' } },
      ok: false,
      value: '4.9999',
    },
    { name: 'denies a quantity below the least', over: { order: { qtyBase: '0.0009' } }, ok: false, bound: '0.001' },
    {
      name: 'counts contracts in base units: one is enough',
      over: { instrument: okxSwap, order: { qtyBase: '0.01' } },
      ok: true,
    },
    {
      name: 'counts contracts in base units: less than one is not',
      over: { instrument: okxSwap, order: { qtyBase: '0.009' } },
      ok: false,
      bound: '0.01',
    },
    { name: 'allows the most exactly', over: { instrument: { qtyMax: '0.01' } }, ok: true },
    { name: 'denies more', over: { instrument: { qtyMax: '0.009' } }, ok: false },
    {
      name: "lets a perp's exit below the smallest notional through",
      over: { order: { qtyBase: '0.001', px: '4000', role: 'exit' } },
      ok: true,
    },
    {
      name: 'denies a spot exit below it',
      over: { instrument: spot, order: { qtyBase: '0.001', px: '4000', role: 'exit', side: 'SELL' } },
      ok: false,
    },
    {
      name: 'allows an order that closes whatever is open',
      over: { order: { qtyBase: null, closesPosition: true, role: 'protective-stop' } },
      ok: true,
    },
    { name: 'denies an entry without a quantity', over: { order: { qtyBase: null } }, ok: false },
    {
      name: 'denies when no price is known',
      over: { order: { px: null, type: 'market' }, view: { midPx: null, markPx: null } },
      ok: false,
    },
  ],
});

describeGate('quantisation-loss', {
  code: 'RISK_QUANTISATION_LOSS',
  cases: [
    {
      name: 'allows exactly the limit',
      over: { order: { qtyBase: '0.009' }, intent: { qtyBase: '0.01' } },
      ok: true,
      value: '0.1',
    },
    {
      name: 'denies more',
      over: { order: { qtyBase: '0.008' }, intent: { qtyBase: '0.01' } },
      ok: false,
      value: '0.2',
    },
    {
      name: 'allows a bump',
      over: { order: { qtyBase: '0.0101' }, intent: { qtyBase: '0.01' } },
      ok: true,
      value: '0',
    },
    { name: 'denies an unknown quantity', over: { intent: { qtyBase: null } }, ok: false },
  ],
});

// 0.01 at 50,000 with leverage 5: margin 100, fee 0.0005 of 500 = 0.25.
describeGate('free-margin', {
  code: 'RISK_FREE_MARGIN',
  cases: [
    { name: 'allows margin and fee exactly', over: { view: { freeUsd: '100.25' } }, ok: true, value: '100.25' },
    { name: 'denies a cent less', over: { view: { freeUsd: '100.24' } }, ok: false },
    {
      name: 'asks the whole price of a spot buy',
      over: { instrument: spot, view: { freeUsd: '500.24' } },
      ok: false,
      value: '500.25',
    },
    {
      name: 'asks the coins of a spot sell',
      over: { instrument: spot, order: { side: 'SELL' }, view: { freeBase: '0.01' } },
      ok: true,
    },
    {
      name: 'denies a spot sell of more than is free',
      over: { instrument: spot, order: { side: 'SELL' }, view: { freeBase: '0.009' } },
      ok: false,
    },
    { name: 'denies an unknown balance', over: { view: { freeUsd: null } }, ok: false },
    { name: 'denies an unknown fee', over: { view: { takerFeeFrac: null } }, ok: false },
    { name: 'denies a figure that is no number', over: { view: { freeUsd: 'many' } }, ok: false },
  ],
});

describeGate('max-position', {
  code: 'RISK_MAX_POSITION',
  cases: [
    {
      name: 'allows exactly the limit with what is held',
      over: { view: { positions: [buildRiskPosition()] } },
      ok: true,
      value: '1000',
      bound: '1000',
    },
    {
      name: 'denies beyond',
      over: { view: { positions: [buildRiskPosition({ qtyBase: '0.0101' })] } },
      ok: false,
      value: '1005',
    },
    {
      name: 'counts open entries as filled',
      over: { view: { positions: [buildRiskPosition()], openEntries: [buildOpenEntry()] } },
      ok: false,
      value: '1250',
    },
    {
      name: 'leaves other accounts out',
      over: { view: { positions: [buildRiskPosition({ account: 'BINANCE:live', qtyBase: '9' })] } },
      ok: true,
      value: '500',
    },
    {
      name: 'denies an unknown quantity',
      over: { view: { positions: [buildRiskPosition({ qtyBase: '?' })] } },
      ok: false,
    },
    {
      name: 'values a market order at the expected price',
      over: { order: { type: 'market', px: null, qtyBase: '0.02' }, view: { expectedPx: '50001' } },
      ok: false,
      value: '1000.02',
    },
  ],
});

describeGate('max-leverage', {
  code: 'RISK_MAX_LEVERAGE',
  cases: [
    { name: 'allows 10', over: { order: { leverage: 10 } }, ok: true },
    { name: 'denies 11', over: { order: { leverage: 11 } }, ok: false, value: '11', bound: '10' },
    {
      name: "takes the venue's setting where the order names none",
      over: { order: { leverage: null } },
      ok: true,
      value: '5',
    },
    { name: 'denies an unknown leverage', over: { order: { leverage: null }, view: { modes: null } }, ok: false },
    { name: 'allows spot', over: { instrument: spot }, ok: true },
  ],
});

describeGate('max-concurrent', {
  code: 'RISK_MAX_CONCURRENT',
  cases: [
    { name: 'allows the fifth symbol', over: { view: { positions: four } }, ok: true, value: '5', bound: '5' },
    {
      name: 'denies the sixth',
      over: { view: { positions: [...four, buildRiskPosition(at('ADA'))] } },
      ok: false,
      value: '6',
    },
    {
      name: 'counts a symbol that is only ordered',
      over: { view: { positions: four, openEntries: [buildOpenEntry(at('ADA'))] } },
      ok: false,
    },
    {
      name: 'counts a symbol held at two venues once',
      over: {
        view: {
          positions: [
            ...four,
            buildRiskPosition({ ...at('ETH'), account: 'OKX:paper', instrumentId: 'ETHUSDT.PERP.OKX' }),
          ],
        },
      },
      ok: true,
    },
    {
      name: 'leaves flat, foreign and live holdings out',
      over: {
        view: {
          positions: [
            ...four,
            buildRiskPosition({ ...at('ADA'), qtyBase: '0' }),
            buildRiskPosition({ ...at('LTC'), entryPx: null }),
            buildRiskPosition({ ...at('BNB'), account: 'BINANCE:live' }),
          ],
        },
      },
      ok: true,
    },
    {
      name: 'allows the third order on top',
      over: { view: { positions: [buildRiskPosition({ entryCount: 3 })] } },
      ok: true,
      value: '3',
      bound: '3',
    },
    {
      name: 'denies the fourth',
      over: { view: { positions: [buildRiskPosition({ entryCount: 4 })] } },
      ok: false,
      value: '4',
    },
    {
      name: 'denies adding when the count is unknown',
      over: { view: { positions: [buildRiskPosition({ entryCount: null })] } },
      ok: false,
    },
    {
      name: 'denies an unknown quantity',
      over: { view: { positions: [buildRiskPosition({ ...at('ETH'), qtyBase: '' })] } },
      ok: false,
    },
  ],
});

describeGate('capital-per-trade', {
  code: 'RISK_CAPITAL_PER_TRADE',
  cases: [
    { name: 'allows exactly a quarter', over: { view: { equityUsd: '400' } }, ok: true, value: '100', bound: '100' },
    { name: 'denies more', over: { view: { equityUsd: '399.96' } }, ok: false, bound: '99.99' },
    { name: 'denies an unknown equity', over: { view: { equityUsd: null } }, ok: false },
    { name: 'denies an equity below zero', over: { view: { equityUsd: '-1' } }, ok: false },
  ],
});

describeGate('net-exposure', {
  code: 'RISK_NET_EXPOSURE',
  cases: [
    {
      name: 'allows exactly the limit',
      over: { view: { positions: [buildRiskPosition({ account: 'OKX:paper', qtyBase: '0.03' })] } },
      ok: true,
      value: '2000',
    },
    {
      name: 'denies beyond',
      over: { view: { positions: [buildRiskPosition({ account: 'OKX:paper', qtyBase: '0.031' })] } },
      ok: false,
      value: '2050',
    },
    {
      name: 'nets a long with a short elsewhere',
      over: {
        view: {
          positions: [
            buildRiskPosition({ qtyBase: '0.5' }),
            buildRiskPosition({ account: 'OKX:paper', qtyBase: '-0.5' }),
          ],
        },
      },
      ok: true,
      value: '500',
    },
    {
      name: 'allows what brings it nearer to flat, above the limit',
      over: { view: { positions: [buildRiskPosition({ account: 'OKX:paper', qtyBase: '-0.5' })] } },
      ok: true,
    },
    {
      name: 'leaves other assets out',
      over: { view: { positions: [buildRiskPosition({ ...at('ETH'), qtyBase: '50' })] } },
      ok: true,
    },
    {
      name: 'counts open entries on the same side',
      over: { view: { openEntries: [buildOpenEntry({ qtyBase: '0.031' })] } },
      ok: false,
    },
    {
      name: 'denies an unknown quantity',
      over: { view: { positions: [buildRiskPosition({ qtyBase: 'x' })] } },
      ok: false,
    },
    { name: 'denies an unknown instrument', over: { instrument: null }, ok: false },
  ],
});

// The order binds 100, the position 100, the open entry 50.
describeGate('allocation-cap', {
  code: 'RISK_ALLOCATION_CAP',
  cases: [
    {
      name: 'allows exactly the allocation',
      over: { view: { positions: [buildRiskPosition()], openEntries: [buildOpenEntry()], allocationUsd: '250' } },
      ok: true,
      value: '250',
    },
    {
      name: 'denies a cent beyond',
      over: { view: { positions: [buildRiskPosition()], openEntries: [buildOpenEntry()], allocationUsd: '249.99' } },
      ok: false,
    },
    { name: 'denies an unknown allocation', over: { view: { allocationUsd: null } }, ok: false },
    {
      name: 'denies when a position has no price',
      over: { view: { openEntries: [buildOpenEntry({ px: null })] } },
      ok: false,
    },
  ],
});
