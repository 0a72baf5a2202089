import { fileURLToPath } from 'node:url';

/** What is asked of the bundler about one module. */
interface Graph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/** A group of the bundler's: modules that become one file. */
interface ChunkGroup {
  readonly name: string | ((id: string, graph: Graph) => string | null);
  /** Says for the bundler's own figures which group a function is. */
  readonly debugName?: string;
  readonly test?: RegExp;
  readonly priority: number;
}

const source = (path: string): string => fileURLToPath(new URL(`./src/${path}`, import.meta.url));
const ENTRY = source('main.tsx');
const GATE = source('app/gate-root.tsx');
const APP = source('app/app-root.tsx');
/** Of every chart; a file of its own would hold one line. */
const CHART_COLOURS = source('ui/token.ts');
const FIRST_PAGE = source('app/pages/dashboard-page.tsx');

/** Libraries that change more rarely than we do, each in a file of its own that browsers keep over our releases. */
const LIBRARIES: readonly ChunkGroup[] = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 9 },
  {
    name: 'tanstack',
    test: /node_modules\/@tanstack\/(react-router|router-core|history|react-query|query-core|react-store|store)\//,
    priority: 9,
  },
  { name: 'charts', test: /node_modules\/uplot\//, priority: 9 },
];

/** What pages have of the widgets; dialogs, menus and what floats come apart, when the page is at rest. */
const WIDGETS: readonly ChunkGroup[] = [
  // What the frame has of them.
  { name: 'widgets', test: /node_modules\/@radix-ui\/react-(slot|compose-refs)\//, priority: 9 },
  {
    name: 'controls',
    test: /node_modules\/@radix-ui\/(primitive|react-(primitive|context|direction|id|switch|checkbox|presence|use-(callback-ref|controllable-state|effect-event|is-hydrated|layout-effect|size|previous)))\//,
    priority: 8,
  },
  {
    name: 'choices',
    test: /node_modules\/@radix-ui\/react-(collection|roving-focus|tabs|radio-group)\//,
    priority: 8,
  },
  {
    name: 'overlays',
    test: /node_modules\/(@radix-ui\/|@floating-ui\/|react-remove-scroll\/|react-remove-scroll-bar\/|react-style-singleton\/|use-callback-ref\/|use-sidecar\/|aria-hidden\/|tslib\/)/,
    priority: 7,
  },
];

/** Of the gate and of the app; the bundler tells only the whole library as what somebody needs of it. */
const BASE_ICONS = /lucide-react\/dist\/esm\/icons\/(eye|eye-off|triangle-exclamation-point)\.mjs$/;

/** Any other is smaller than the request for it. */
const ICONS: ChunkGroup = { name: 'icons', test: /lucide-react\/dist\/esm\/icons\//, priority: 1 };

/** Tells of a file of the build, as `assets/react-1a2b3c4d.js`, whether a first screen needs it or most pages do. */
export function isLoadedFirst(file: string): boolean {
  return /\/(index|react|tanstack|widgets|base|app-root|panels|controls|rolldown-runtime)-[\w-]{8}\.js$/.test(file);
}

/**
 * How the modules become files. A browser asks for six at a time, and each costs it more than a few hundred bytes are worth: what the frame
 * needs is one file, and what the first page shares with others is another, instead of one file for every set of pages that share something.
 */
export function chunkGroups(): ChunkGroup[] {
  const place = placer();
  const first = (['index', 'base', 'app-root', 'panels'] as const).map((name, at) => ({
    name: (id: string, graph: Graph) => (place(id, graph) === name ? name : null),
    debugName: name,
    priority: 6 - at,
  }));
  return [...LIBRARIES, ...WIDGETS, ...first, ICONS];
}

/** Says of a module which of the files everybody loads first it belongs to; null: of none. */
function placer(): (id: string, graph: Graph) => 'index' | 'base' | 'app-root' | 'panels' | null {
  let known: Readonly<Record<'entry' | 'gate' | 'app' | 'page', ReadonlySet<string>>> | null = null;
  return (id, graph) => {
    known ??= {
      entry: closure(ENTRY, graph),
      gate: closure(GATE, graph),
      app: closure(APP, graph),
      page: closure(FIRST_PAGE, graph),
    };
    const { entry, gate, app, page } = known;
    if (entry.has(id)) return 'index';
    if (BASE_ICONS.test(id)) return 'base';
    if (gate.has(id)) return app.has(id) || page.has(id) ? 'base' : null;
    if (app.has(id)) return 'app-root';
    const isShared =
      id === CHART_COLOURS || (page.has(id) && id !== FIRST_PAGE && !id.includes('/features/dashboard/'));
    return isShared ? 'panels' : null;
  };
}

/** Everything that has to be there before a module can run, itself included; of the icons only what those that use them bring along. */
function closure(start: string, graph: Graph): Set<string> {
  const seen = new Set<string>();
  const queue = [start];
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (seen.has(id) || id.includes('/lucide-react/')) continue;
    seen.add(id);
    queue.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  return seen;
}
