import {
  domainError,
  err,
  type AccountKey,
  type DomainError,
  type OrderIntent,
  type Result,
} from '../../domain/index.ts';
import { Protection, type ExecutionDeps, type OpenPosition, type Submitted } from '../../execution/index.ts';
import type { AccountDesk } from './account-desk.ts';
import type { AccountWorthDesk } from './account-worth-desk.ts';
import type { CoreContext } from './core-context.ts';
import type { EntryWishes } from './entry-wishes.ts';
import type { OrderSender } from './order-sender.ts';
import { wantedStopPx } from './wanted-stop.ts';

export interface CoreProtectionParts {
  readonly execution: ExecutionDeps;
  readonly sender: OrderSender;
  readonly worth: AccountWorthDesk;
  readonly wishes: EntryWishes;
}

/** Builds what keeps one stop per open position: which positions, where each is to be stopped, and the way its orders go. */
export function createProtection(context: CoreContext, parts: CoreProtectionParts): Protection {
  const { execution, sender, worth, wishes } = parts;
  const { desks, permit, risk, executor } = context;
  return new Protection({
    ...execution,
    clientOf: (account) => startedDesk(context, account)?.client ?? null,
    openPositions: () => protectedPositions(context, worth),
    mayAct: (account) => permit.mayActOn(account),
    stopPxOf: (position) => wantedStopPx(position, wishes, risk.limits.stopLossPct),
    newIntentId: context.newIntentId,
    submit: (account, intent) => submit({ context, sender, desk: desks.get(account) }, account, intent),
    cancel: (key, reason) => executor.cancel(key, reason),
  });
}

/** Positions that orders of ours made. What a person opened at the venue is shown, not touched. */
function protectedPositions({ desks }: CoreContext, worth: AccountWorthDesk): readonly OpenPosition[] {
  return [...desks.values()]
    .filter(({ hasStarted }) => hasStarted)
    .flatMap((desk) => worth.perpsOf(desk.account))
    .filter(({ source }) => source !== null)
    .map(({ account, instrumentId, qtyBase, avgPx }) => ({ account, instrumentId, qtyBase, entryPx: avgPx }));
}

function startedDesk({ desks }: CoreContext, account: AccountKey): AccountDesk | null {
  const desk = desks.get(account);
  return desk?.hasStarted === true ? desk : null;
}

async function submit(
  { context, sender, desk }: { context: CoreContext; sender: OrderSender; desk: AccountDesk | undefined },
  account: AccountKey,
  intent: OrderIntent,
): Promise<Result<Submitted, DomainError>> {
  const instrument = context.instrumentOf(intent.instrumentId);
  if (instrument === null) return err(domainError('INSTRUMENT_UNKNOWN', intent.instrumentId, { outcome: 'not-sent' }));
  if (desk === undefined) return err(domainError('VENUE_NOT_READY', account, { outcome: 'not-sent' }));
  return sender.send(intent, sender.judge(intent, instrument, desk));
}
