import type { Registry } from 'prom-client';
import { ARB_STATES, SNIPE_STATES } from '@riptide/core/domain';
import { STAGE_BOUNDS_NS, STAGES } from '@riptide/core/kernel';
import type { RecorderFigures } from '../flight/market/market-recorder.ts';
import type { EngineLink } from '../link/engine-link.ts';
import type { LinkEngine } from '../link/link-contract.ts';
import { addForeignHistogram } from './foreign-histogram.ts';
import { addLabelled, type LabelledFigure, type LabelledRows } from './labelled-gauge.ts';

const NS_PER_MS = 1e6;

/** Adds what the engine tells of its threads, its journal, its requests, its orders and its trades. */
export function addEngineMetrics(registry: Registry, link: EngineLink): void {
  const engine = (): LinkEngine | undefined => link.values('engine').get('state');
  addForeignHistogram(registry, {
    name: 'riptide_engine_loop_lag_seconds',
    help: 'How late timers come, by thread: hot reads feeds and sends orders, cool does the rest of the engine',
    rows: () => [
      [{ thread: 'hot' }, engine()?.hot?.lag],
      [{ thread: 'cool' }, engine()?.coolLag],
    ],
  });
  addForeignHistogram(registry, {
    name: 'riptide_engine_stage_seconds',
    help: 'Time in each stage of the hot thread, of a sample of the frames: socket is the wait in the chunk, then decode, book, scan, decision; of every order: journal, then bytes on the socket',
    boundsMs: STAGE_BOUNDS_NS.map((ns) => ns / NS_PER_MS),
    rows: () =>
      STAGES.map((stage, at) => {
        const figures = engine()?.hot?.stages[at];
        return [
          { stage },
          figures === undefined ? undefined : { counts: figures.counts, sumMs: figures.sumNs / NS_PER_MS },
        ];
      }),
  });
  addForeignHistogram(registry, {
    name: 'riptide_journal_write_seconds',
    help: 'Time to write records: append is the write before an order leaves, flush the way to the disk',
    rows: () => [
      [{ step: 'append' }, engine()?.hot?.journal.writeMs],
      [{ step: 'flush' }, engine()?.hot?.journal.flushMs],
    ],
  });
  for (const figure of [
    ...requestFigures(engine),
    ...recordFigures(engine),
    ...flightFigures(engine),
    ...tradeFigures(link),
  ])
    addLabelled(registry, figure);
}

function requestFigures(engine: () => LinkEngine | undefined): readonly LabelledFigure[] {
  const budgets = () => engine()?.hot?.budgets ?? [];
  const labelNames = ['venue', 'pool'];
  return [
    {
      name: 'riptide_venue_request_weight_used',
      help: 'Weight of the request limit that is used now',
      labelNames,
      rows: () => budgets().map(({ venue, pool, used }) => [{ venue, pool }, used]),
    },
    {
      name: 'riptide_venue_request_weight_limit',
      help: 'Weight we allow ourselves in the window of the limit, below what the venue allows',
      labelNames,
      rows: () => budgets().map(({ venue, pool, capacity }) => [{ venue, pool }, capacity]),
    },
    {
      name: 'riptide_venue_requests_waiting',
      help: 'Requests that wait for weight',
      labelNames,
      rows: () => budgets().map(({ venue, pool, waiting }) => [{ venue, pool }, waiting]),
    },
  ];
}

function recordFigures(engine: () => LinkEngine | undefined): readonly LabelledFigure[] {
  const history = () => engine()?.history;
  const journal = () => engine()?.hot?.journal;
  return [
    {
      name: 'riptide_orders_total',
      help: 'Orders by what became of them; unknown is asked about until it is one of the others',
      labelNames: ['outcome'],
      rows: () => rowsOf('outcome', history()?.counted?.orders),
    },
    {
      name: 'riptide_decisions_total',
      help: 'Decisions of the sniping engines',
      labelNames: ['action'],
      rows: () => rowsOf('action', history()?.counted?.decisions),
    },
    {
      name: 'riptide_fills_total',
      help: 'Fills',
      labelNames: [],
      rows: () => [[{}, history()?.counted?.fills]],
    },
    {
      name: 'riptide_journal_records_total',
      help: 'Records written',
      labelNames: [],
      rows: () => [[{}, journal()?.records]],
    },
    {
      name: 'riptide_journal_failures_total',
      help: 'Writes of the journal that failed',
      labelNames: [],
      rows: () => [[{}, journal()?.failures]],
    },
    {
      name: 'riptide_queue_depth',
      help: 'What waits: fold are records that are not in the database yet',
      labelNames: ['queue'],
      rows: () => [[{ queue: 'fold' }, history()?.behind]],
    },
    {
      name: 'riptide_fold_failures_total',
      help: 'Attempts to bring records into the database that failed',
      labelNames: [],
      rows: () => [[{}, history()?.failures]],
    },
  ];
}

function flightFigures(engine: () => LinkEngine | undefined): readonly LabelledFigure[] {
  const figure = (name: string, help: string, value: (flight: RecorderFigures) => number): LabelledFigure => ({
    name: `riptide_flight_${name}`,
    help,
    labelNames: [],
    rows: () => {
      const flight = engine()?.flight;
      return flight === undefined ? [] : [[{}, value(flight)]];
    },
  });
  return [
    figure('written_bytes_total', 'Bytes of the market that the flight recorder wrote', (now) => now.writtenBytes),
    figure('bytes', 'Bytes of the recorded market on disk', (now) => now.bytes),
    figure('segments', 'Segments of the recorded market on disk', (now) => now.segments),
    figure('dropped_total', 'Blocks of the market that were lost: disk full or too slow', (now) => now.dropped),
    figure(
      'depths_lost_total',
      'Books whose levels were not copied at a record: too many at once',
      (now) => now.depthsLost,
    ),
    figure('failures_total', 'Times the flight recorder stood still', (now) => now.failures),
    figure('recording', '1 while the market is recorded', (now) => (now.reason === null ? 1 : 0)),
  ];
}

function tradeFigures(link: EngineLink): readonly LabelledFigure[] {
  const trading = () => link.values('trading').get('state');
  const arbitrages = () => link.values('arbitrage').get('state');
  return [
    {
      name: 'riptide_arbitrages',
      help: 'Arbitrages by state: all open ones and the newest finished, at most 50',
      labelNames: ['state'],
      rows: () => {
        const view = arbitrages();
        return view === undefined ? [] : countBy('state', ARB_STATES, view.trades);
      },
    },
    {
      name: 'riptide_arbitrage_troubles',
      help: 'Arbitrages that stand naked or that their venues have not confirmed for 30 s',
      labelNames: [],
      rows: () => [[{}, arbitrages()?.troubles.length]],
    },
    {
      name: 'riptide_snipes',
      help: 'Trades of the sniping engines by state: all open ones and the newest finished, at most 50',
      labelNames: ['state'],
      rows: () => countBy('state', SNIPE_STATES, [...link.values('snipe').values()]),
    },
    {
      name: 'riptide_positions',
      help: 'Open positions',
      labelNames: [],
      rows: () => [[{}, link.values('position').size]],
    },
    {
      name: 'riptide_orders_resting',
      help: 'Orders that rest or are asked about',
      labelNames: [],
      rows: () => [[{}, link.values('order').size]],
    },
    {
      name: 'riptide_engine_running',
      help: '1 while the engine runs',
      labelNames: ['engine'],
      rows: () => [...link.values('engine-run').values()].map((run) => [{ engine: run.engine }, run.isRunning ? 1 : 0]),
    },
    {
      name: 'riptide_kill_switch_level',
      help: 'Level of the kill switch, 0 is off',
      labelNames: [],
      rows: () => [[{}, trading()?.killLevel]],
    },
    {
      name: 'riptide_conditions',
      help: 'What stops new risk until it is settled',
      labelNames: ['kind'],
      rows: () => conditionRows(trading()?.conditions),
    },
    {
      name: 'riptide_day_pnl_usd',
      help: 'Realised in the UTC day',
      labelNames: ['mode'],
      rows: () => rowsOf('mode', trading()?.dayPnlUsd),
    },
    {
      name: 'riptide_dark_books',
      help: 'Books that open positions need and that are not live',
      labelNames: [],
      rows: () => [[{}, trading()?.darkBooks.length]],
    },
  ];
}

const CONDITION_KINDS = [
  'unknown-order',
  'unprotected',
  'naked',
  'divergence',
  'journal',
  'halted',
  'slow-loop',
] as const;

function conditionRows(conditions: readonly { readonly kind: string }[] | undefined): LabelledRows {
  return conditions === undefined
    ? []
    : CONDITION_KINDS.map((kind) => [{ kind }, conditions.filter((each) => each.kind === kind).length]);
}

function countBy(label: string, states: readonly string[], rows: readonly { readonly state: string }[]): LabelledRows {
  return states.map((state) => [{ [label]: state }, rows.filter((row) => row.state === state).length]);
}

function rowsOf(label: string, values: Readonly<Record<string, number | string>> | undefined): LabelledRows {
  return Object.entries(values ?? {}).map(([name, value]) => [{ [label]: name }, Number(value)]);
}
