import type { FastifyInstance } from 'fastify';
import { addArbitrageAiMetrics } from './arbitrage/ai-metrics/route.ts';
import { addAdvancedStatus } from './engine/advanced-status/route.ts';
import { addEngineAiMetrics } from './engine/ai-metrics/route.ts';
import { addPolicyEvaluation } from './engine/evaluate/route.ts';
import { addOraculis } from './engine/oraculis/route.ts';
import { addOraculisCourse } from './engine/oraculis-course/route.ts';
import { addEnginePro } from './engine/pro/route.ts';
import { addProfitAnalytics } from './engine/profit-analytics/route.ts';
import { addEngineRun } from './engine/run/route.ts';
import { addEngineRunAll } from './engine/run-all/route.ts';
import { addEngineSettings } from './engine/settings/route.ts';
import { addEngineStatus } from './engine/status/route.ts';
import { addDeliveries } from './notify/deliveries/route.ts';
import { addNotifications } from './notify/notifications/route.ts';
import { addNotifySettings } from './notify/settings/route.ts';
import { addNotifyTest } from './notify/test/route.ts';
import { addAppearance } from './settings/appearance/route.ts';
import { addBackup } from './settings/backup/route.ts';
import { addNotificationToggles } from './settings/notifications/route.ts';
import { addPaperReset } from './settings/paper-reset/route.ts';
import { addRetention } from './settings/retention/route.ts';
import { addOnboarding } from './settings/onboarding/route.ts';
import { addRiskPreview } from './settings/risk-preview/route.ts';
import { addFlightMoment } from './flight/moment/route.ts';
import { addFlightSteps } from './flight/steps/route.ts';
import { addLabJobs } from './lab/jobs/route.ts';
import { addRecordings } from './lab/recordings/route.ts';
import { addVerdicts } from './lab/verdicts/route.ts';
import { addDecisions } from './trading/decisions/route.ts';
import { addTradingMetrics } from './trading/metrics/route.ts';
import { addTradingMode } from './trading/mode/route.ts';
import { addRadar } from './trading/radar/route.ts';
import { addTradingStart } from './trading/start/route.ts';
import { addTradingStatus } from './trading/status/route.ts';
import { addTrailingOrders } from './trading/trailing-orders/route.ts';
import { addArbitrageBalance } from './arbitrage/balance/route.ts';
import { addArbitrageExchanges } from './arbitrage/exchanges/route.ts';
import { addExecutions } from './arbitrage/executions/route.ts';
import { addArbitrageLearner } from './arbitrage/learner/route.ts';
import { addArbitrageMetrics } from './arbitrage/metrics/route.ts';
import { addOpportunities } from './arbitrage/opportunities/route.ts';
import { addArbitragePerformance } from './arbitrage/performance/route.ts';
import { addRounds } from './arbitrage/rounds/route.ts';
import { addArbitrageSettings } from './arbitrage/settings/route.ts';
import { addSpotFutures } from './arbitrage/spot-futures/route.ts';
import { addArbitrageStart } from './arbitrage/start/route.ts';
import { addArbitrageStatus } from './arbitrage/status/route.ts';
import { addArbitrageStop } from './arbitrage/stop/route.ts';
import { addTriangular } from './arbitrage/triangular/route.ts';
import { addWhyNot } from './arbitrage/why-not/route.ts';
import { addLogin } from './auth/login/route.ts';
import { addPasswordReset } from './auth/password/route.ts';
import { addRegistration } from './auth/register/route.ts';
import { addAccounts } from './auth/accounts/route.ts';
import { addAccountSession } from './auth/session/route.ts';
import { addTotp } from './auth/totp/route.ts';
import { addConnectionList } from './connections/list/route.ts';
import { addConnectionRemove } from './connections/remove/route.ts';
import { addConnectionSave } from './connections/save/route.ts';
import { addConnectionTest } from './connections/test/route.ts';
import { addKillEstimate } from './kill-switch/estimate/route.ts';
import { addKillSwitch } from './kill-switch/kill-switch/route.ts';
import { addEgressIp } from './network/egress-ip/route.ts';
import { addSelfcheck } from './network/selfcheck/route.ts';
import { addBalances } from './portfolio/balances/route.ts';
import { addEquityCourse } from './portfolio/equity/route.ts';
import { addHistory } from './portfolio/history/route.ts';
import { addHistoryRecords } from './portfolio/history-records/route.ts';
import { addPortfolioOverview } from './portfolio/overview/route.ts';
import { addPerformance } from './portfolio/performance/route.ts';
import { addTransfers } from './portfolio/transfers/route.ts';
import { addPositions } from './portfolio/positions/route.ts';
import { addSecuritySettings } from './settings/security/route.ts';
import { addRiskSettings } from './settings/risk/route.ts';
import { addTradingAccount } from './trading/account/route.ts';
import { addCapitalAllocation } from './trading/capital-allocation/route.ts';
import { addCarry } from './trading/carry/route.ts';
import { addCooldowns } from './trading/cooldowns/route.ts';
import { addExecuteLive } from './trading/execute-live/route.ts';
import { addExecution } from './trading/execution/route.ts';
import { addGoLive } from './trading/go-live/route.ts';
import { addModes } from './trading/modes/route.ts';
import { addModesFix } from './trading/modes-fix/route.ts';
import { addOrderCancel } from './trading/order-cancel/route.ts';
import { addOrderExecute } from './trading/order-execute/route.ts';
import { addOrderPreview } from './trading/order-preview/route.ts';
import { addOrders } from './trading/orders/route.ts';
import { addPnlPro } from './trading/pnl-pro/route.ts';
import { addPositionManagement } from './trading/position-management/route.ts';
import { addPrecheck } from './trading/precheck/route.ts';
import { addRisk } from './trading/risk/route.ts';
import { addSymbols } from './trading/symbols/route.ts';
import { addGateLock } from './gate/lock/route.ts';
import { addGatePasswordSet } from './gate/password-set/route.ts';
import { addGateSessions } from './gate/sessions/route.ts';
import { addGateStatus } from './gate/status/route.ts';
import { addGateUnlock } from './gate/unlock/route.ts';
import { addHealth } from './health/health/route.ts';
import { addTicker } from './price/ticker/route.ts';
import type { RouteDeps } from './route-deps.ts';
import { addChartData } from './trading/chart-data/route.ts';
import { addLivePrices } from './trading/live-prices/route.ts';

/** Puts every call of the contract on the server. */
export function addRoutes(app: FastifyInstance, deps: RouteDeps): void {
  addGateStatus(app, deps);
  addGateUnlock(app, deps);
  addGateLock(app, deps);
  addGatePasswordSet(app, deps);
  addGateSessions(app, deps);
  addRegistration(app, deps);
  addLogin(app, deps);
  addAccountSession(app, deps);
  addAccounts(app, deps);
  addPasswordReset(app, deps);
  addTotp(app, deps);
  addSecuritySettings(app, deps);
  addTicker(app, deps);
  addLivePrices(app, deps);
  addChartData(app, deps);
  addHealth(app, deps);
  addArbitrageRoutes(app, deps);
  addTradingRoutes(app, deps);
  addEngineRoutes(app, deps);
  addLabRoutes(app, deps);
  addFlightRoutes(app, deps);
  addNotifyRoutes(app, deps);
  addSettingRoutes(app, deps);
}

/** The scanner, the executor, carry rounds and the learning agent. */
function addArbitrageRoutes(app: FastifyInstance, deps: RouteDeps): void {
  addOpportunities(app, deps);
  addWhyNot(app, deps);
  addArbitrageStatus(app, deps);
  addArbitrageMetrics(app, deps);
  addArbitrageAiMetrics(app, deps);
  addArbitrageLearner(app, deps);
  addArbitrageExchanges(app, deps);
  addArbitrageBalance(app, deps);
  addArbitragePerformance(app, deps);
  addSpotFutures(app, deps);
  addTriangular(app, deps);
  addArbitrageStart(app, deps);
  addArbitrageStop(app, deps);
  addArbitrageSettings(app, deps);
  addExecutions(app, deps);
  addRounds(app, deps);
  addExecuteLive(app, deps);
  addCarry(app, deps);
  addSymbols(app, deps);
}

/** Keys, accounts, orders and risk. */
function addTradingRoutes(app: FastifyInstance, deps: RouteDeps): void {
  addConnectionList(app, deps);
  addConnectionRemove(app, deps);
  addConnectionSave(app, deps);
  addConnectionTest(app, deps);
  addKillSwitch(app, deps);
  addKillEstimate(app, deps);
  addEgressIp(app, deps);
  addSelfcheck(app, deps);
  addBalances(app, deps);
  addHistory(app, deps);
  addHistoryRecords(app, deps);
  addPerformance(app, deps);
  addPositions(app, deps);
  addTransfers(app, deps);
  addEquityCourse(app, deps);
  addPortfolioOverview(app, deps);
  addRiskSettings(app, deps);
  addTradingAccount(app, deps);
  addCapitalAllocation(app, deps);
  addCooldowns(app, deps);
  addExecution(app, deps);
  addGoLive(app, deps);
  addModes(app, deps);
  addModesFix(app, deps);
  addOrderCancel(app, deps);
  addOrderExecute(app, deps);
  addOrderPreview(app, deps);
  addOrders(app, deps);
  addPnlPro(app, deps);
  addPositionManagement(app, deps);
  addPrecheck(app, deps);
  addRisk(app, deps);
}

/** The sniping engines: PAS Trader, Oraculis and what they see. */
function addEngineRoutes(app: FastifyInstance, deps: RouteDeps): void {
  addTradingStatus(app, deps);
  addTradingStart(app, deps);
  addTradingMode(app, deps);
  addTradingMetrics(app, deps);
  addTrailingOrders(app, deps);
  addDecisions(app, deps);
  addRadar(app, deps);
  addEngineStatus(app, deps);
  addEnginePro(app, deps);
  addAdvancedStatus(app, deps);
  addProfitAnalytics(app, deps);
  addEngineRun(app, deps);
  addEngineRunAll(app, deps);
  addEngineSettings(app, deps);
  addEngineAiMetrics(app, deps);
  addOraculis(app, deps);
  addOraculisCourse(app, deps);
  addPolicyEvaluation(app, deps);
}

function addNotifyRoutes(app: FastifyInstance, deps: RouteDeps): void {
  addNotifySettings(app, deps);
  addNotifyTest(app, deps);
  addDeliveries(app, deps);
  addNotifications(app, deps);
  addNotificationToggles(app, deps);
}

/** How the platform looks and how long it remembers; limits before they are set. */
function addSettingRoutes(app: FastifyInstance, deps: RouteDeps): void {
  addAppearance(app, deps);
  addRetention(app, deps);
  addPaperReset(app, deps);
  addRiskPreview(app, deps);
  addOnboarding(app, deps);
  addBackup(app, deps);
}

/** What was, from the journal and the recorded market. */
function addFlightRoutes(app: FastifyInstance, deps: RouteDeps): void {
  addFlightMoment(app, deps);
  addFlightSteps(app, deps);
}

function addLabRoutes(app: FastifyInstance, deps: RouteDeps): void {
  addRecordings(app, deps);
  addLabJobs(app, deps);
  addVerdicts(app, deps);
}
