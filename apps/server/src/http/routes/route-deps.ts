import type { Clock } from '@riptide/core/kernel';
import type { AuditDesk } from '../../audit/audit-desk.ts';
import type { AccountAccess } from '../../access/accounts/account-access.ts';
import type { BackupDesk } from '../../backup/backup-desk.ts';
import type { ConnectionDesk } from '../../access/connection-desk.ts';
import type { EgressAddress } from '../../access/egress-address.ts';
import type { GateKeeper } from '../../access/gate-keeper.ts';
import type { DiagnosticsDesk } from '../../diagnostics/diagnostics-desk.ts';
import type { FlightDesk } from '../../flight/flight-desk.ts';
import type { EngineLink } from '../../link/engine-link.ts';
import type { Notifier } from '../../notify/notifier.ts';
import type { SettingsDesk } from '../../settings/settings-desk.ts';
import type { TradingHistory } from '../../storage/trading-db/trading-history.ts';
import type { HealthFacts } from '../presenters/health.ts';

/** What the routes stand on. */
export interface RouteDeps {
  readonly link: EngineLink;
  readonly gate: GateKeeper;
  readonly accounts: AccountAccess;
  readonly clock: Clock;
  readonly facts: HealthFacts;
  readonly audit: AuditDesk;
  readonly connections: ConnectionDesk;
  readonly egress: EgressAddress;
  readonly history: TradingHistory;
  readonly notifier: Notifier;
  readonly settings: SettingsDesk;
  readonly backups: BackupDesk;
  readonly flight: Pick<FlightDesk, 'ask'>;
  readonly diagnostics: DiagnosticsDesk;
  /** Returns true while the server's own database answers. */
  readonly isDatabaseOpen: () => Promise<boolean>;
}
