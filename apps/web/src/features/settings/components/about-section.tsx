import { gateStatus } from '@riptide/contracts/calls';
import { buildId } from '../../../lib/build-id.ts';
import { VERSION } from '../../../lib/version.ts';
import { formatUptime } from '../../../lib/format-time.ts';
import { Panel } from '../../../shared/panel.tsx';
import { useCall } from '../../../shared/use-call.ts';
import { useKnownHealth } from '../../../shared/use-health.ts';
import { SETTINGS_INTERVAL_MS } from '../../../shared/loaded.tsx';

/** What the page ships of others, by licence. */
const LICENCES: readonly (readonly [string, string])[] = [
  ['React, React DOM', 'MIT'],
  ['TanStack Router, Query, Table, Virtual', 'MIT'],
  ['Radix UI, clsx, Tailwind CSS', 'MIT'],
  ['react-hook-form, zod, cmdk, sonner, react-error-boundary', 'MIT'],
  ['uPlot, uqr, microdiff', 'MIT'],
  ['Lucide icons', 'ISC'],
  ['Lightweight Charts by TradingView', 'Apache-2.0'],
  ['Inter', 'OFL-1.1'],
];

/** Which version runs where, and whose work it stands on. */
export function AboutSection() {
  const server = useCall(gateStatus, { intervalMs: SETTINGS_INTERVAL_MS }).data;
  const health = useKnownHealth();
  const serverVersion = server?.version ?? null;
  const facts: readonly (readonly [string, string])[] = [
    ['This page', VERSION],
    ['Build', buildId()],
    ['Server', serverVersion ?? '—'],
    ['Market data', server?.market ?? '—'],
    ['Orders', server?.execution ?? '—'],
    ['Uptime', formatUptime(health?.uptime_seconds)],
    ['Licence', 'MIT'],
  ];
  return (
    <div className="grid min-w-0 items-start gap-3 lg:grid-cols-2">
      <Panel title={`Riptide ${VERSION}`}>
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 px-3.5 py-3 text-sm">
          {facts.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-fg3">{name}</dt>
              <dd className="tabular">{value}</dd>
            </div>
          ))}
        </dl>
        {serverVersion !== null && serverVersion !== VERSION ? (
          <p role="alert" className="px-3.5 pb-3 text-sm text-warn">
            Page and server are of different versions: reload the page.
          </p>
        ) : null}
        <p className="px-3.5 pb-3 text-sm text-fg2">
          The interface describes itself at{' '}
          <a href="/api/docs" className="text-accent underline underline-offset-3">
            /api/docs
          </a>
          .
        </p>
      </Panel>
      <Panel title="Licences">
        <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-1.5 px-3.5 py-3 text-sm">
          {LICENCES.map(([name, licence]) => (
            <div key={name} className="contents">
              <dt className="text-fg2">{name}</dt>
              <dd>{licence}</dd>
            </div>
          ))}
        </dl>
        <p className="px-3.5 pb-3 text-sm text-fg2">
          Candle charts: TradingView Lightweight Charts™, copyright (c) TradingView, Inc.{' '}
          <a
            href="https://www.tradingview.com/"
            target="_blank"
            rel="noreferrer"
            className="text-accent underline underline-offset-3"
          >
            https://www.tradingview.com/
          </a>
        </p>
      </Panel>
    </div>
  );
}
