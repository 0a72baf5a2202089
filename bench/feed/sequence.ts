import type { DepthMessage, Instrument, Venue } from '@riptide/core/domain';

type Verdict = 'apply' | 'drop' | 'buffer' | 'gap';

/** The product's own sequence check of a venue, with one face. */
export interface Sequence {
  judge(ix: number, isSnapshot: boolean, depth: DepthMessage): Verdict;
  reset(ix: number): void;
  startFrom(ix: number, seq: number): void;
}

interface PerBook {
  wait?(): void;
  align?(seq: number): void;
  install?(seq: number): void;
  confirm?(): void;
  accept(...args: readonly unknown[]): Verdict;
}
type PerBookClass = new (product?: string) => PerBook;
type AllBooksClass = new (instruments: number) => Sequence;

async function classOf<Class>(venue: string): Promise<Class> {
  const url = new URL(`../../packages/venues/src/${venue}/ws/book-sync.ts`, import.meta.url);
  return ((await import(url.href)) as { readonly BookSync: Class }).BookSync;
}
const Binance = await classOf<PerBookClass>('binance');
const Bybit = await classOf<AllBooksClass>('bybit');
const Okx = await classOf<AllBooksClass>('okx');
const Kucoin = await classOf<PerBookClass>('kucoin');

/** Builds the check the venue's feed uses itself. */
export function createSequence(venue: Venue, instruments: readonly Instrument[]): Sequence {
  if (venue === 'OKX') return new Okx(instruments.length);
  if (venue === 'BYBIT') {
    const sync = new Bybit(instruments.length);
    return {
      judge: (ix, isSnapshot, depth) => sync.judge(ix, isSnapshot, depth),
      reset: (ix) => sync.reset(ix),
      startFrom: () => undefined,
    };
  }
  return venue === 'BINANCE' ? binance(instruments) : kucoin(instruments);
}

function binance(instruments: readonly Instrument[]): Sequence {
  const syncs = instruments.map(({ kind }) => new Binance(kind === 'spot' ? 'spot' : 'usdm'));
  const at = (ix: number): PerBook => syncs[ix] as PerBook;
  return {
    judge: (ix, _isSnapshot, depth) => at(ix).accept(depth),
    reset: (ix) => at(ix).wait?.(),
    startFrom: (ix, seq) => at(ix).align?.(seq),
  };
}

function kucoin(instruments: readonly Instrument[]): Sequence {
  const syncs = instruments.map(() => new Kucoin());
  const at = (ix: number): PerBook => syncs[ix] as PerBook;
  return {
    judge: (ix, _isSnapshot, depth) => at(ix).accept(depth),
    reset: (ix) => at(ix).wait?.(),
    startFrom: (ix, seq) => {
      at(ix).confirm?.();
      at(ix).install?.(seq);
    },
  };
}
