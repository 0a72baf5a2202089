import {
  getBalances,
  getEquityCourse,
  getPortfolioOverview,
  getTransfers,
  PAPER_RESET_WORD,
  resetPaper,
  type RouteOutput,
} from '@riptide/contracts/calls';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { ApiProblem, problemText } from '../../../lib/api-problem.ts';
import { formatPnl, formatUsd } from '../../../lib/format.ts';
import { Panel } from '../../../shared/panel.tsx';
import { useCommand } from '../../../shared/use-command.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';

const REFRESH = [getBalances, getPortfolioOverview, getEquityCourse, getTransfers] as const;
const FAILED = 'Failed to reset the paper accounts';

/** Brings the paper accounts back to their start, once a word is typed. */
export function PaperResetPanel() {
  const [isAsking, setAsking] = useState(false);
  const reset = useCommand(resetPaper, { done: (answer) => answer.message, failed: FAILED, refresh: REFRESH });
  return (
    <Panel title="Demo data">
      <div className="flex flex-col items-start gap-2.5 px-3.5 py-3 text-sm text-fg2">
        <p>
          Brings the cash of every paper account back to what it began with. Trades, decisions and the audit log stay. A
          row in the audit log says when, and one at Portfolio, Deposits and withdrawals where cash was moved.
        </p>
        <p>Refused while an engine runs or a position or paper order is open. Live accounts are never touched.</p>
        <Button look="stop" pending={reset.isPending} onClick={() => setAsking(true)}>
          {reset.isPending ? null : <RotateCcw size={14} aria-hidden />}
          Reset paper accounts
        </Button>
        {reset.isError ? <Refusal error={reset.error} /> : null}
        {reset.data === undefined ? null : <Moved answer={reset.data} />}
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Reset all paper accounts?"
        verb="Reset PAPER"
        by={{ word: PAPER_RESET_WORD }}
        pending={reset.isPending}
        onConfirm={() =>
          reset.mutate({ body: { confirmation: PAPER_RESET_WORD } }, { onSettled: () => setAsking(false) })
        }
      >
        <p>
          The virtual cash of every venue goes back to its start and can not be brought to where it stands now. The
          equity curve shows the step; results of trades are unchanged.
        </p>
      </ConfirmDialog>
    </Panel>
  );
}

function Refusal({ error }: { error: unknown }) {
  const detail = error instanceof ApiProblem ? error.facts.detail : undefined;
  return (
    <p role="alert" className="text-danger">
      {problemText(error, FAILED)}
      {detail === undefined ? null : <span className="block text-fg2">{detail}</span>}
    </p>
  );
}

/** What was booked on each account. */
function Moved({ answer }: { answer: RouteOutput<typeof resetPaper> }) {
  return (
    <ul aria-label="Booked" className="tabular flex flex-col gap-0.5 text-xs">
      {answer.accounts.map(({ venue, start_usdt: start, moved_usdt: moved }) => (
        <li key={venue}>
          {venue}: {formatPnl(moved)} to {formatUsd(start)}
        </li>
      ))}
    </ul>
  );
}
