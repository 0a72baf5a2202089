import type { ConnectionStatus, getModes, PositionRow, RouteOutput, VenueName } from '@riptide/contracts/calls';

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
  readonly symbol: string;
  /** How the venue says that the symbol is set up; undefined while it is not asked. */
  readonly told?: RouteOutput<typeof getModes> | undefined;
}

/** Gives leverage, margin mode and position mode as the venue tells them of the symbol, and where they differ from what is traded with. */
export function accountModes(facts: ModeFacts): readonly ModeBadge[] {
  const { venue, positions } = facts;
  const here = positions.filter((position) => position.venue === venue && position.market === 'perp');
  return [leverageBadge(facts, here), marginBadge(facts, here), positionBadge(facts)];
}

function leverageBadge({ venue, symbol, leverage, told }: ModeFacts, here: readonly PositionRow[]): ModeBadge {
  const held = here.find((row) => row.leverage !== null && leverage !== undefined && row.leverage !== leverage);
  if (held)
    return {
      word: `${held.leverage}x`,
      isMismatch: true,
      meaning: `${held.symbol} is held with ${held.leverage}x, orders use ${leverage}x.`,
    };
  const now = told?.leverage ?? null;
  const differs = now !== null && now !== leverage ? ` ${symbol} stands at ${now}x on ${venue} now.` : '';
  return {
    word: `${leverage ?? '—'}x`,
    isMismatch: false,
    meaning: `Leverage of new orders; the venue is set to it before the first order of a symbol.${differs}`,
  };
}

function marginBadge({ venue, symbol, told }: ModeFacts, here: readonly PositionRow[]): ModeBadge {
  const cross = here.find((row) => row.margin_mode === 'cross');
  if (cross)
    return {
      word: 'CROSS',
      isMismatch: true,
      meaning: `${cross.symbol} is held with cross margin: a loss can reach the whole account.`,
    };
  if (told?.margin_mode === 'cross')
    return {
      word: 'CROSS',
      isMismatch: true,
      meaning: `${symbol} is set to cross margin on ${venue}: orders are refused until it is isolated, since a loss could reach the whole account.`,
    };
  return {
    word: 'ISOLATED',
    isMismatch: false,
    meaning: `${toldBy(told, told?.margin_mode, 'Isolated margin', place(venue, symbol))} A position can lose its own margin alone; an order where it is set otherwise is refused.`,
  };
}

function positionBadge({ venue, symbol, connection, told }: ModeFacts): ModeBadge {
  const mode = told?.position_mode ?? connection?.key?.position_mode ?? null;
  if (mode === 'hedge')
    return {
      word: 'HEDGE',
      isMismatch: true,
      meaning: `${venue} is set to hedge mode; the engine trades one-way only and refuses orders until it is changed.`,
    };
  return {
    word: 'ONE-WAY',
    isMismatch: false,
    meaning: toldBy(told, mode, 'One-way position mode', place(venue, symbol)),
  };
}

function place(venue: VenueName, symbol: string): string {
  return `${symbol} on ${venue}`;
}

/** Whether the venue said so, or whether it is only what orders need. */
function toldBy(told: ModeFacts['told'], mode: string | null | undefined, what: string, where: string): string {
  if (mode !== null && mode !== undefined) return `${what}, as told of ${where}.`;
  const why = told?.reason ?? null;
  return `${what} is what orders need; nothing is told of ${where} yet${why === null ? '' : ` (${why})`}.`;
}
