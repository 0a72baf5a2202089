import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { addEngineMetrics } from './engine-metrics.ts';
import { addFileMetrics } from './file-metrics.ts';
import type { EngineLink } from '../link/engine-link.ts';
import type { LinkVenue } from '../link/link-contract.ts';
import type { RefusalCounts } from '../http/refusal-counts.ts';
import type { Moment } from '../http/presenters/moment.ts';
import { clockOffsetMs, feedDelayMs, venueVerdict, type VenueVerdict } from '../http/presenters/venue-status.ts';
import { addAuditMetrics, type AuditMetricSources } from './audit-metrics.ts';
import { addNotifyMetrics, type NotifyMetricSources } from './notify-metrics.ts';
import { addWireMetrics } from './wire-metrics.ts';

/** Figures of the server process that are shown beside the engine's. */
export interface MetricSources {
  readonly link: EngineLink;
  moment(): Moment;
  engineRestarts(): number;
  streamReaders(): number;
  streamReadersDropped(): number;
  /** Folder of the databases; null: their sizes are not told. */
  readonly dataDir: string | null;
  readonly notify: NotifyMetricSources;
  readonly audit: AuditMetricSources;
  readonly refusals: RefusalCounts;
}

export interface ServerMetrics {
  readonly contentType: string;
  /** Returns everything as Prometheus text. */
  text(): Promise<string>;
}

type VenueFigure = (venue: LinkVenue, verdict: VenueVerdict) => number | null | undefined;

const VENUE_GAUGES: readonly (readonly [name: string, help: string, figure: VenueFigure])[] = [
  ['riptide_venue_books_live', 'Order books in step with the venue', (venue) => venue.booksLive],
  ['riptide_venue_books', 'Order books kept', (venue) => venue.booksTotal],
  ['riptide_venue_latency_ms', 'Median delay from venue event to receipt, clock offset removed', feedDelayMs],
  ['riptide_venue_clock_offset_ms', 'Venue clock minus ours', clockOffsetMs],
  ['riptide_venue_frames_per_second', 'Frames received per second', (venue) => venue.framesPerSecond],
  ['riptide_venue_malformed_total', 'Frames that could not be understood', (venue) => venue.feed?.decode.malformed],
  [
    'riptide_venue_unknown_total',
    'Frames of channels or instruments nobody asked for',
    (venue) => venue.feed?.decode.unknown,
  ],
  ['riptide_venue_stale_total', 'Messages older than the book, dropped by rule', (venue) => venue.feed?.decode.stale],
  ['riptide_venue_gaps_total', 'Sequence gaps', (venue) => venue.feed?.decode.gaps],
  ['riptide_venue_resyncs_total', 'Snapshots asked for again', (venue) => venue.feed?.decode.resyncs],
  ['riptide_venue_off_tick_total', 'Prices finer than the tick', (venue) => venue.feed?.decode.offTick],
  [
    'riptide_venue_crossed_total',
    'Books dropped because the best bid was not below the best ask',
    (venue) => venue.crossed,
  ],
  [
    'riptide_venue_far_levels_total',
    'Price levels too far from the market to be kept in a book',
    (venue) => venue.feed?.decode.farLevels ?? (venue.feed === null ? null : 0),
  ],
  ['riptide_venue_queue_overflow_total', 'Rings that overflowed between two batches', (venue) => venue.queueOverflow],
  ['riptide_venue_quote_checks_total', 'Checks of best quotes against the book', (venue) => venue.quoteChecks],
  ['riptide_venue_quote_mismatches_total', 'Best quotes that differed from the book', (venue) => venue.quoteMismatches],
  [
    'riptide_venue_connections_open',
    'Open sockets',
    (venue) => venue.feed?.connections.filter(({ state }) => state === 'open').length,
  ],
  [
    'riptide_venue_reconnects_total',
    'Reconnects of all sockets',
    (venue) => venue.feed?.connections.reduce((sum, { reconnects }) => sum + reconnects, 0),
  ],
];

const TIERS = ['fast', 'keyed', 'slow', 'control'] as const;

/** Returns the metrics of server and engine; figures are read from the link's copy when somebody asks. */
export function createServerMetrics(sources: MetricSources): ServerMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'riptide_server_' });
  addVenueGauges(registry, sources);
  addEngineGauges(registry, sources);
  addEngineMetrics(registry, sources.link);
  if (sources.dataDir !== null) addFileMetrics(registry, sources.dataDir);
  addNotifyMetrics(registry, sources.notify);
  addAuditMetrics(registry, sources.audit);
  addWireMetrics(registry, sources.refusals);
  return { contentType: registry.contentType, text: () => registry.metrics() };
}

function addVenueGauges(registry: Registry, { link, moment }: Pick<MetricSources, 'link' | 'moment'>): void {
  for (const [name, help, figure] of VENUE_GAUGES) {
    const gauge = new Gauge({
      name,
      help,
      labelNames: ['venue'],
      registers: [],
      collect() {
        this.reset();
        for (const venue of link.values('venue').values()) {
          const value = figure(venue, venueVerdict(link, venue, moment()));
          if (value !== null && value !== undefined && Number.isFinite(value)) this.set({ venue: venue.venue }, value);
        }
      },
    });
    registry.registerMetric(gauge);
  }
  const framesByTier = new Gauge({
    name: 'riptide_venue_frames_total',
    help: 'Frames by the tier that read them',
    labelNames: ['venue', 'tier'],
    registers: [],
    collect() {
      this.reset();
      for (const venue of link.values('venue').values()) {
        for (const tier of TIERS) this.set({ venue: venue.venue, tier }, venue.feed?.decode[tier] ?? 0);
      }
    },
  });
  registry.registerMetric(framesByTier);
}

function addEngineGauges(registry: Registry, sources: MetricSources): void {
  const { link } = sources;
  const engine = () => link.values('engine').get('state');
  const scanner = () => link.values('scanner').get('state');
  const gauges: readonly (readonly [string, string, () => number | null | undefined])[] = [
    ['riptide_link_up', '1 while the engine answers', () => (link.isConnected ? 1 : 0)],
    ['riptide_link_lag_ms', 'Engine send to server receipt of the newest update', () => link.lagMs],
    ['riptide_link_connections_total', 'Connections made to the engine', () => link.connections],
    ['riptide_engine_restarts_total', 'Restarts of the engine process', () => sources.engineRestarts()],
    ['riptide_engine_symbols', 'Symbols followed', () => engine()?.symbols],
    ['riptide_engine_books', 'Order books kept', () => engine()?.books],
    ['riptide_engine_late_batches_total', 'Batches of the hot thread that had to wait', () => engine()?.lateBatches],
    ['riptide_journal_segments', 'Segments of the journal on disk', () => engine()?.history?.journal?.segments],
    ['riptide_journal_bytes', 'Size of the segments together', () => engine()?.history?.journal?.bytes],
    ['riptide_journal_deleted_total', 'Segments taken away', () => engine()?.history?.journal?.deleted],
    [
      'riptide_journal_delete_failures_total',
      'Attempts to take segments away that failed',
      () => engine()?.history?.journal?.failures,
    ],
    ['riptide_engine_resident_memory_bytes', 'Resident memory of the engine process', () => engine()?.rssBytes],
    [
      'riptide_engine_event_loop_delay_max_ms',
      'Longest delay of the engine’s second thread in the last second',
      () => engine()?.eventLoopDelayMsMax,
    ],
    ['riptide_scanner_running', '1 while the scanner runs', () => (scanner()?.isScanning === true ? 1 : 0)],
    ['riptide_scanner_pairs', 'Pairs compared', () => scanner()?.pairs],
    [
      'riptide_scanner_found_total',
      'Opportunities that rose over the minimum, over all runs',
      () => scanner()?.foundTotal,
    ],
    ['riptide_opportunities', 'Opportunities shown now', () => link.values('opportunity').size],
    ['riptide_stream_readers', 'Open streams', () => sources.streamReaders()],
    [
      'riptide_stream_readers_dropped_total',
      'Streams dropped because they did not read',
      () => sources.streamReadersDropped(),
    ],
  ];
  for (const [name, help, figure] of gauges) {
    const gauge = new Gauge({
      name,
      help,
      registers: [],
      collect() {
        const value = figure();
        if (value === null || value === undefined || !Number.isFinite(value)) this.reset();
        else this.set(value);
      },
    });
    registry.registerMetric(gauge);
  }
}
