/** A panel: its title, its unit in Grafana's words, and its queries with the name of each line. */
type Panel = readonly [title: string, unit: string, ...queries: (readonly [expr: string, legend: string])[]];

const PANELS: Readonly<Record<string, readonly Panel[]>> = {
  Platform: [
    ['Engine answers', 'short', ['riptide_link_up', 'engine']],
    ['Kill switch level', 'short', ['riptide_kill_switch_level', 'level']],
    ['What stops new risk', 'short', ['riptide_conditions', '{{kind}}']],
    ['Engines that run', 'short', ['riptide_engine_running', '{{engine}}'], ['riptide_scanner_running', 'scanner']],
    ['Result of the UTC day', 'currencyUSD', ['riptide_day_pnl_usd', '{{mode}}']],
    [
      'Restarts and reconnects of the engine',
      'short',
      ['increase(riptide_engine_restarts_total[1h])', 'restarts in 1 h'],
      ['increase(riptide_link_connections_total[1h])', 'connections in 1 h'],
    ],
  ],
  Venues: [
    ['Latency', 'ms', ['riptide_venue_latency_ms', '{{venue}}']],
    ['Clock offset', 'ms', ['riptide_venue_clock_offset_ms', '{{venue}}']],
    ['Frames', 'reqps', ['riptide_venue_frames_per_second', '{{venue}}']],
    ['Books in step', 'percentunit', ['riptide_venue_books_live / riptide_venue_books', '{{venue}}']],
    [
      'Gaps and snapshots asked for again',
      'short',
      ['increase(riptide_venue_gaps_total[5m])', '{{venue}} gaps'],
      ['increase(riptide_venue_resyncs_total[5m])', '{{venue}} resyncs'],
    ],
    [
      'Reconnects and overflows',
      'short',
      ['increase(riptide_venue_reconnects_total[5m])', '{{venue}} reconnects'],
      ['increase(riptide_venue_queue_overflow_total[5m])', '{{venue}} overflows'],
    ],
    [
      'Use of the request limits',
      'percentunit',
      ['riptide_venue_request_weight_used / riptide_venue_request_weight_limit', '{{venue}} {{pool}}'],
    ],
    ['Requests that wait for weight', 'short', ['riptide_venue_requests_waiting', '{{venue}} {{pool}}']],
  ],
  Engine: [
    [
      'Lateness of timers, 99th percentile',
      's',
      ['histogram_quantile(0.99, rate(riptide_engine_loop_lag_seconds_bucket[1m]))', '{{thread}}'],
    ],
    [
      'Stages of the hot thread, median',
      's',
      ['histogram_quantile(0.5, sum by (stage, le) (rate(riptide_engine_stage_seconds_bucket[1m])))', '{{stage}}'],
    ],
    [
      'Stages of the hot thread, 99th percentile',
      's',
      ['histogram_quantile(0.99, sum by (stage, le) (rate(riptide_engine_stage_seconds_bucket[1m])))', '{{stage}}'],
    ],
    [
      'Writes of the journal, 99th percentile',
      's',
      ['histogram_quantile(0.99, rate(riptide_journal_write_seconds_bucket[5m]))', '{{step}}'],
    ],
    ['Waiting', 'short', ['riptide_queue_depth', '{{queue}}'], ['riptide_notify_queued', 'notify {{channel}}']],
    ['Way from engine to server', 'ms', ['riptide_link_lag_ms', 'lag']],
    ['Late batches', 'short', ['increase(riptide_engine_late_batches_total[5m])', 'in 5 min']],
    [
      'Memory',
      'bytes',
      ['riptide_engine_resident_memory_bytes', 'engine'],
      ['riptide_server_process_resident_memory_bytes', 'server'],
    ],
    ['Databases and journal', 'bytes', ['riptide_file_bytes', '{{file}}'], ['riptide_journal_bytes', 'journal']],
    ['Delay of the server’s loop', 's', ['riptide_server_nodejs_eventloop_lag_p99_seconds', 'p99']],
  ],
  Trading: [
    ['Orders', 'short', ['increase(riptide_orders_total[5m])', '{{outcome}}']],
    ['Fills', 'short', ['increase(riptide_fills_total[5m])', 'in 5 min']],
    ['Decisions', 'short', ['increase(riptide_decisions_total[5m])', '{{action}}']],
    [
      'Open',
      'short',
      ['riptide_positions', 'positions'],
      ['riptide_orders_resting', 'resting orders'],
      ['riptide_snipes{state=~"entering|open|exiting"}', 'snipes {{state}}'],
    ],
    ['Arbitrages', 'short', ['riptide_arbitrages', '{{state}}'], ['riptide_arbitrage_troubles', 'troubles']],
    [
      'Opportunities',
      'short',
      ['riptide_opportunities', 'shown now'],
      ['increase(riptide_scanner_found_total[5m])', 'found in 5 min'],
    ],
  ],
  People: [
    [
      'Streams',
      'short',
      ['riptide_stream_readers', 'open'],
      ['increase(riptide_stream_readers_dropped_total[5m])', 'dropped in 5 min'],
    ],
    ['Notifications', 'short', ['increase(riptide_notify_messages_total[1h])', '{{channel}} {{outcome}}']],
    ['Oldest message that waits', 's', ['riptide_notify_oldest_seconds', '{{channel}}']],
    ['Refused requests', 'short', ['increase(riptide_http_wire_refusals_total[5m])', '{{reason}}']],
  ],
};

const WIDTH = 24;
const PANEL_WIDTH = 8;
const PANEL_HEIGHT = 7;

/** Returns the dashboard as Grafana imports it. */
export function grafanaDashboard(): string {
  const panels: object[] = [];
  let y = 0;
  for (const [row, inRow] of Object.entries(PANELS)) {
    panels.push({ id: panels.length + 1, type: 'row', title: row, gridPos: { h: 1, w: WIDTH, x: 0, y }, panels: [] });
    y += 1;
    for (const [at, panel] of inRow.entries()) {
      const x = (at * PANEL_WIDTH) % WIDTH;
      if (at > 0 && x === 0) y += PANEL_HEIGHT;
      panels.push(panelOf(panels.length + 1, panel, { h: PANEL_HEIGHT, w: PANEL_WIDTH, x, y }));
    }
    y += PANEL_HEIGHT;
  }
  const dashboard = {
    title: 'Riptide',
    uid: 'riptide',
    tags: ['riptide'],
    schemaVersion: 39,
    timezone: 'browser',
    refresh: '10s',
    time: { from: 'now-1h', to: 'now' },
    templating: {
      list: [{ name: 'source', label: 'Source', type: 'datasource', query: 'prometheus', current: {}, hide: 0 }],
    },
    panels,
  };
  return `${JSON.stringify(dashboard, null, 2)}\n`;
}

function panelOf(id: number, [title, unit, ...queries]: Panel, gridPos: object): object {
  const datasource = { type: 'prometheus', uid: '${source}' };
  return {
    id,
    type: 'timeseries',
    title,
    datasource,
    gridPos,
    fieldConfig: { defaults: { unit, custom: { lineWidth: 1, fillOpacity: 5 } }, overrides: [] },
    options: { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi', sort: 'desc' } },
    targets: queries.map(([expr, legendFormat], at) => ({
      refId: String.fromCodePoint(65 + at),
      datasource,
      expr,
      legendFormat,
    })),
  };
}
