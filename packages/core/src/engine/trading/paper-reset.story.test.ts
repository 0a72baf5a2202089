import { beforeEach, describe, expect, it } from 'vitest';
import { CoreWorld, LIVE_KEYS } from './core-world.fixture.ts';

let world: CoreWorld;
const reset = () => world.during(world.running().call('reset-paper', { by: 'operator' }));
const paper = (venue = 'BYBIT') =>
  world
    .running()
    .view()
    .accounts.find((view) => view.account === `${venue}:paper`);

beforeEach(async () => {
  world = new CoreWorld();
  await world.start();
});

async function loseSome(): Promise<void> {
  const opened = await world.trade();
  expect(opened.ok).toBe(true);
  await world.pass(2_000);
  const [position] = world.running().view().positions;
  // A book that nothing was heard of for two seconds fills nothing.
  world.show(60_000, 60_001);
  await world.during(world.running().call('close-position', { positionId: position!.id, by: 'operator' }));
  await world.pass(2_000);
}

describe('a reset of the paper accounts', () => {
  it('brings the cash back to the start as a transfer, keeps what was traded, and survives a restart', async () => {
    await loseSome();
    const before = world
      .running()
      .view()
      .accounts.map(({ equityUsd }) => equityUsd);
    expect(before.every((usd) => usd === '10000')).toBe(false);
    const fills = world.journal.records.filter(({ kind }) => kind === 'fill').length;
    const done = await reset();
    expect(done).toMatchObject({ ok: true, value: { accounts: [{ startUsdt: '10000' }, { startUsdt: '10000' }] } });
    expect([paper('BINANCE')?.equityUsd, paper()?.equityUsd]).toEqual(['10000', '10000']);
    expect(world.journal.records.filter(({ kind }) => kind === 'fill')).toHaveLength(fills);
    expect(world.journal.records.filter((row) => row.kind === 'income' && row.income.kind === 'transfer')).toHaveLength(
      1,
    );
    expect(world.journal.records.filter((row) => row.kind === 'event' && row.event === 'paper_reset')).toHaveLength(1);
    await world.stop();
    await world.start();
    await world.pass(70_000);
    expect([paper('BINANCE')?.equityUsd, paper()?.equityUsd]).toEqual(['10000', '10000']);
    // Nothing is found afterwards that nobody moved.
    expect(world.journal.records.filter((row) => row.kind === 'income' && row.income.kind === 'transfer')).toHaveLength(
      1,
    );
  });

  it('is no result of the day', async () => {
    await loseSome();
    const sum = () =>
      world
        .running()
        .view()
        .accounts.map(({ dayPnlUsd }) => dayPnlUsd);
    const before = sum();
    await reset();
    expect(sum()).toEqual(before);
  });

  it('is refused while a position stands, and changes nothing', async () => {
    await world.trade();
    await world.pass(2_000);
    const records = world.journal.records.length;
    expect(await reset()).toMatchObject({ ok: false, error: { code: 'ACCOUNT_IN_USE' } });
    expect(world.journal.records.slice(records).filter(({ kind }) => kind === 'income')).toEqual([]);
  });

  it('is refused while a live position stands', async () => {
    await world.stop();
    await world.start({ market: 'live', execution: 'live', keys: LIVE_KEYS });
    await world.during(
      world
        .running()
        .call('set-execution', { venue: 'BINANCE', mode: 'live', confirmation: 'GO LIVE BINANCE', by: 'operator' }),
    );
    world.show(60_000, 60_001);
    expect(await world.trade()).toMatchObject({ ok: true });
    await world.pass(2_000);
    expect(world.running().view().positions).toMatchObject([{ account: 'BINANCE:live' }]);
    expect(await reset()).toMatchObject({ ok: false, error: { code: 'ACCOUNT_IN_USE' } });
  });
});
