/** The allowed arrows of ARCHITECTURE.md. `tools/checks/check-arrows.mjs` runs this and proves that it still bites. */
const CORE = '^packages/core/src/';
const DECISION_BOXES = ['market-data', 'strategies', 'risk', 'execution', 'ledger'];
const VENUES = ['binance', 'bybit', 'okx', 'kucoin'];
const TESTS = '[.](test|fixture)[.]tsx?$|^packages/[^/]+/test/';

const coreBoxRules = DECISION_BOXES.map((box) => ({
  name: `core-${box}-stands-alone`,
  severity: 'error',
  comment: `core/${box} imports only domain, kernel and itself.`,
  from: { path: `${CORE}${box}/`, pathNot: TESTS },
  to: { path: CORE, pathNot: `${CORE}(domain|kernel|${box})/` },
}));

const venueRules = VENUES.map((venue) => ({
  name: `venue-${venue}-stands-alone`,
  severity: 'error',
  comment: 'A venue imports the kit and itself, never another venue.',
  from: { path: `^packages/venues/src/${venue}/`, pathNot: TESTS },
  to: { path: '^packages/venues/src/', pathNot: `^packages/venues/src/(kit|${venue})/` },
}));

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'contracts-import-zod-only',
      severity: 'error',
      from: { path: '^packages/contracts/src/' },
      to: { pathNot: '^packages/contracts/src/|node_modules/zod/' },
    },
    {
      name: 'domain-imports-nothing-but-decimals',
      severity: 'error',
      from: { path: `${CORE}domain/`, pathNot: TESTS },
      to: { pathNot: `${CORE}domain/|node_modules/big[.]js/` },
    },
    {
      name: 'kernel-imports-domain-only',
      severity: 'error',
      from: { path: `${CORE}kernel/`, pathNot: TESTS },
      to: { pathNot: `${CORE}(domain|kernel)/` },
    },
    {
      name: 'core-does-no-io',
      severity: 'error',
      from: { path: CORE, pathNot: TESTS },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'core-knows-no-adapter',
      severity: 'error',
      from: { path: CORE, pathNot: TESTS },
      to: { path: '^(packages/(venues|venue-sim|contracts)|apps)/' },
    },
    ...coreBoxRules,
    ...venueRules,
    {
      name: 'kit-knows-no-venue',
      severity: 'error',
      from: { path: '^packages/venues/src/kit/' },
      to: { path: '^packages/venues/src/', pathNot: '^packages/venues/src/kit/' },
    },
    {
      name: 'venues-know-only-domain-and-kernel',
      severity: 'error',
      from: { path: '^packages/venues/src/', pathNot: TESTS },
      to: { path: '^(packages|apps)/', pathNot: `node_modules/|^packages/venues/src/|${CORE}(domain|kernel)/` },
    },
    {
      name: 'simulator-is-independent',
      severity: 'error',
      comment: 'Adapter and simulator must not share one wrong idea of the wire.',
      from: { path: '^packages/venue-sim/src/' },
      to: { path: '^(packages|apps)/', pathNot: `node_modules/|^packages/venue-sim/src/|${CORE}(domain|kernel)/` },
    },
    {
      name: 'web-imports-contracts-only',
      severity: 'error',
      from: { path: '^apps/web/' },
      to: { path: '^(packages|apps)/', pathNot: 'node_modules/|^apps/web/|^packages/contracts/src/' },
    },
    {
      name: 'server-never-imports-web',
      severity: 'error',
      from: { path: '^apps/server/' },
      to: { path: '^apps/web/' },
    },
    {
      name: 'web-features-never-import-each-other',
      severity: 'error',
      from: { path: '^apps/web/src/features/([^/]+)/' },
      to: { path: '^apps/web/src/features/', pathNot: '^apps/web/src/features/$1/' },
    },
    {
      name: 'web-layers-point-down',
      severity: 'error',
      comment: 'ui, lib <- shared <- features <- app',
      from: { path: '^apps/web/src/(ui|lib)/', pathNot: TESTS },
      to: { path: '^apps/web/src/(shared|features|app)/' },
    },
    {
      name: 'web-shared-knows-no-feature',
      severity: 'error',
      from: { path: '^apps/web/src/shared/', pathNot: TESTS },
      to: { path: '^apps/web/src/(features|app)/' },
    },
    {
      name: 'web-features-know-no-page',
      severity: 'error',
      from: { path: '^apps/web/src/features/', pathNot: TESTS },
      to: { path: '^apps/web/src/app/' },
    },
    {
      name: 'nothing-imports-tools',
      severity: 'error',
      from: { path: '^(packages|apps)/', pathNot: TESTS },
      to: { path: '^(bench|e2e|tools)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|[.]tsc)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.depcruise.json' },
    enhancedResolveOptions: {
      conditionNames: ['@riptide/source', 'import', 'types', 'default'],
      exportsFields: ['exports'],
    },
  },
};
