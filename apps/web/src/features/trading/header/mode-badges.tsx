import {
  fixModes,
  getConnectionStatus,
  getModes,
  getPortfolioPositions,
  type ConnectionStatus,
  type PositionRow,
  type VenueName,
} from '@riptide/contracts/calls';
import { useCommand } from '../../../shared/use-command.ts';
import { Button } from '../../../ui/button.tsx';
import { Tag, type Tone } from '../../../ui/tag.tsx';
import { Tooltip } from '../../../ui/tooltip.tsx';
import { useModes } from '../api/use-trading-facts.ts';
import { accountModes, type ModeBadge } from '../model/account-modes.ts';

interface ModeBadgesProps {
  readonly venue: VenueName;
  readonly symbol: string;
  readonly leverage: number | undefined;
  readonly connection: ConnectionStatus | undefined;
  readonly positions: readonly PositionRow[];
}

/** Market, leverage, margin and position mode of the venue's account; what differs from what is traded with is amber and can be put right. */
export function ModeBadges({ venue, symbol, leverage, connection, positions }: ModeBadgesProps) {
  const told = useModes(venue, symbol).data;
  const badges = accountModes({ venue, symbol, leverage, connection, positions, told });
  const fix = useCommand(fixModes, {
    done: (answer) => `${answer.symbol} on ${answer.venue}: ${answer.margin_mode}, ${answer.position_mode}`,
    failed: 'Failed to change the account',
    refresh: [getConnectionStatus, getModes, getPortfolioPositions],
  });
  const isOff = badges.some(({ isMismatch }) => isMismatch);
  return (
    <>
      <Badge
        word="FUTURES"
        tone="accent"
        meaning={`quote USDT, derivatives enabled, spot disallowed. Read from ${venue}.`}
      />
      {badges.map((badge: ModeBadge) => (
        <Badge
          key={badge.word}
          word={badge.word}
          tone={badge.isMismatch ? 'warn' : 'neutral'}
          meaning={badge.meaning}
        />
      ))}
      {isOff ? (
        <Button size="xs" pending={fix.isPending} onClick={() => fix.mutate({ body: { venue, symbol } })}>
          {`Apply ${leverage ?? 10}x, isolated, one-way to ${symbol}`}
        </Button>
      ) : null}
    </>
  );
}

function Badge({ word, tone, meaning }: { word: string; tone: Tone; meaning: string }) {
  return (
    <Tooltip text={meaning}>
      <button type="button" className="reach flex min-h-6 cursor-help items-center">
        <Tag tone={tone}>{word}</Tag>
      </button>
    </Tooltip>
  );
}
