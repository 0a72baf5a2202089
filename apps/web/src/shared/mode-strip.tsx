import { cn } from '../ui/cn.ts';

export interface ModeFacts {
  readonly execution: 'paper' | 'live';
  readonly market: 'sim' | 'replay' | 'live' | 'testnet';
}

const MARKET_WORDS: Readonly<Record<ModeFacts['market'], string>> = {
  sim: 'Simulated venues',
  replay: 'Recorded market',
  live: 'Live market data',
  testnet: 'Testnet market data',
};

const PRICE_WORDS: Readonly<Record<ModeFacts['market'], string>> = {
  sim: 'simulated',
  replay: 'recorded',
  live: 'live',
  testnet: 'testnet',
};

/** The full-width line that says in words where orders go; null while the server has not told. */
export function ModeStrip({ mode }: { mode: ModeFacts | null }) {
  const isLive = mode?.execution === 'live';
  return (
    <div
      role="status"
      aria-label="Trading mode"
      className={cn(
        'col-span-full flex min-h-[26px] items-center gap-3 border-b px-4 text-[12px] max-sm:px-3 max-sm:py-1 max-sm:text-xs',
        isLive ? '[--tone:var(--live)]' : '[--tone:var(--paper)]',
        'border-[color-mix(in_srgb,var(--tone)_34%,var(--bg0))] bg-[color-mix(in_srgb,var(--tone)_13%,var(--bg0))]',
      )}
    >
      <b className="text-2xs font-bold tracking-[.06em] text-(--tone)">
        {mode === null ? 'MODE UNKNOWN' : isLive ? 'LIVE' : 'PAPER'}
      </b>
      <ModeSentence mode={mode} />
      <span className="flex-1" />
      <span className="text-fg2 max-sm:hidden">{mode === null ? null : MARKET_WORDS[mode.market]}</span>
    </div>
  );
}

function ModeSentence({ mode }: { mode: ModeFacts | null }) {
  if (mode === null) return <span>The server has not said yet where orders go.</span>;
  if (mode.execution === 'live') {
    const sim = mode.market === 'sim';
    return (
      <span>
        {sim
          ? 'Orders go to the simulated venues. No real money is at risk.'
          : 'Live orders are permitted; each venue is switched by itself.'}
      </span>
    );
  }
  return (
    <span>
      <span className="max-sm:hidden">
        Orders fill in the built-in simulator at {PRICE_WORDS[mode.market]} prices.{' '}
      </span>
      No real money is at risk.
    </span>
  );
}
