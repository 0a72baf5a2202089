import type { PrivateSink } from '../../domain/index.ts';

/** Returns a sink that lets through what comes while `isCurrent`: a client that was stopped may still tell what was on its way. */
export function sinkWhile(sink: PrivateSink, isCurrent: () => boolean): PrivateSink {
  const gate =
    <T>(take: (value: T) => void) =>
    (value: T): void => {
      if (isCurrent()) take(value);
    };
  return {
    onOrder: gate((report) => sink.onOrder(report)),
    onFill: gate((fill) => sink.onFill(fill)),
    onPosition: gate((position) => sink.onPosition(position)),
    onBalances: gate((balances) => sink.onBalances(balances)),
    onIncome: gate((income) => sink.onIncome(income)),
    onStream: gate((state) => sink.onStream(state)),
  };
}
