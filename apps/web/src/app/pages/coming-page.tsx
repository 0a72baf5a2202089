import { Link } from '@tanstack/react-router';
import { ArrowLeftRight } from 'lucide-react';
import { Panel } from '../../shared/panel.tsx';

export interface ComingPageFacts {
  readonly title: string;
  readonly description: string;
  /** What will stand here, in a few lines. */
  readonly will: readonly string[];
  /** The first page of a visit, which leads on to what is live. */
  readonly isFirst?: boolean;
}

/** A page that is not built yet: says so, names what it will hold, and shows no invented figure. */
export function ComingPage({ facts }: { facts: ComingPageFacts }) {
  return (
    <>
      <div className="mb-3.5 flex flex-wrap items-baseline gap-x-3">
        <h1 className="text-lg font-[640] tracking-tight">{facts.title}</h1>
        <span className="text-sm text-fg3">{facts.description}</span>
      </div>
      <Panel title="Not in this version yet" className="max-w-[720px]">
        <div className="flex flex-col gap-3 px-3.5 py-4">
          {facts.isFirst === true ? (
            <Link
              to="/app/arbitrage"
              className="flex min-h-14 items-center justify-center gap-2.5 rounded-ctl bg-accent-bg px-5 text-md font-semibold text-on-accent hover:brightness-110"
            >
              <ArrowLeftRight size={18} aria-hidden />
              Open Arbitrage
            </Link>
          ) : null}
          <p className="text-fg2">What will be here:</p>
          <ul className="flex list-disc flex-col gap-1.5 pl-5 marker:text-fg3">
            {facts.will.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <p className="text-fg2">
            Live today:{' '}
            <Link to="/app/arbitrage" className="font-[550] text-accent underline underline-offset-3">
              Arbitrage
            </Link>
            , with the feeds of all four venues.
          </p>
        </div>
      </Panel>
    </>
  );
}
