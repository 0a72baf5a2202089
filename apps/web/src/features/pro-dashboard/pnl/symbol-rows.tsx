import { Link } from '@tanstack/react-router';
import { formatPnl } from '../../../lib/format.ts';
import { symbolBars } from './symbol-bars.ts';

interface SymbolRowsProps {
  readonly bySymbol: Readonly<Record<string, number>>;
  readonly historyDays: 7 | 30 | 90;
}

/** Results by symbol as bars around one zero line; each leads to the history of its symbol. */
export function SymbolRows({ bySymbol, historyDays }: SymbolRowsProps) {
  const { bars, zeroPct } = symbolBars(bySymbol);
  return (
    <ul aria-label="Realized by symbol" className="tabular flex max-h-[286px] flex-col overflow-auto pb-1.5">
      {bars.map(({ symbol, pnl, leftPct, widthPct }) => (
        <li key={symbol}>
          <Link
            to="/app/history"
            search={{ symbol, ...(historyDays === 30 ? {} : { days: historyDays }) }}
            title={`Show the trades of ${symbol} in the history`}
            className="grid min-h-7 grid-cols-[104px_1fr_auto] items-center gap-3 px-3.5 text-sm hover:bg-bg2"
          >
            <b className="truncate font-semibold">{symbol}</b>
            <span aria-hidden className="relative h-3 rounded-[3px] bg-bg2">
              <span className="absolute inset-y-0 w-px bg-ctl" style={{ left: `${zeroPct}%` }} />
              <span
                data-testid={`bar-${symbol}`}
                className={`absolute inset-y-0 rounded-[2px] ${pnl < 0 ? 'bg-down' : 'bg-up'}`}
                style={{ left: `${leftPct}%`, width: `${widthPct}%` }}
              />
            </span>
            <span className={`min-w-[84px] text-right font-semibold ${pnl < 0 ? 'text-down' : 'text-up'}`}>
              {formatPnl(pnl)}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
