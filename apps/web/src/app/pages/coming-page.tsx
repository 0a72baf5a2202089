import { Link } from '@tanstack/react-router';
import { Panel } from '../../shared/panel.tsx';

export interface ComingPageFacts {
  readonly title: string;
  readonly description: string;
  /** What will stand here, in a few lines. */
  readonly will: readonly string[];
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
