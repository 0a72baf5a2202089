import type { ConnectionStatus, PositionRow, VenueName } from '@riptide/contracts';

export interface ModeBadge {
  readonly word: string;
  readonly meaning: string;
  readonly isMismatch: boolean;
}

interface ModeFacts {
  readonly venue: VenueName;
  /** What orders use; undefined while it is not known. */
  readonly leverage: number | undefined;
  readonly connection: ConnectionStatus | undefined;
  readonly positions: readonly PositionRow[];
}

/** Gives leverage, margin mode and position mode as the venue tells them, and where they differ from what is traded with. */
export function accountModes({ venue, leverage, connection, positions }: ModeFacts): readonly ModeBadge[] {
  const here = positions.filter((position) => position.venue === venue && position.market === 'perp');
  const otherLeverage = here.find(
    (row) => row.leverage !== null && leverage !== undefined && row.leverage !== leverage,
  );
  const cross = here.find((row) => row.margin_mode === 'cross');
  const isHedge = connection?.key?.position_mode === 'hedge';
  const isTold = connection?.key?.position_mode === 'one-way';
  return [
    {
      word: otherLeverage ? `${otherLeverage.leverage}x` : `${leverage ?? '—'}x`,
      isMismatch: otherLeverage !== undefined,
      meaning: otherLeverage
        ? `${otherLeverage.symbol} is held with ${otherLeverage.leverage}x, orders use ${leverage}x.`
        : 'Leverage of new orders; the venue is set to it before the first order of a symbol.',
    },
    {
      word: cross ? 'CROSS' : 'ISOLATED',
      isMismatch: cross !== undefined,
      meaning: cross
        ? `${cross.symbol} is held with cross margin: a loss can reach the whole account.`
        : 'Isolated margin: a position can lose its own margin alone. An order at a venue that is set otherwise is refused.',
    },
    {
      word: isHedge ? 'HEDGE' : 'ONE-WAY',
      isMismatch: isHedge,
      meaning: isHedge
        ? `${venue} is set to hedge mode; the engine trades one-way only and refuses orders until it is changed.`
        : isTold
          ? `One-way position mode, as ${venue} tells.`
          : `One-way position mode is what orders need; ${venue} has not told its own yet.`,
    },
  ];
}
