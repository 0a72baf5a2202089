import type { OkxConfig, OkxRegion } from './config.ts';

/** Where the adapter connects to, and what marks its requests. */
export interface OkxUrls {
  /** Without a trailing slash; paths start with `/api/v5`. */
  readonly rest: string;
  readonly publicWs: string;
  /** Orders, account, positions. */
  readonly privateWs: string;
  /** Conditional orders. */
  readonly businessWs: string;
  readonly restHeaders: Readonly<Record<string, string>>;
}

interface Hosts {
  readonly rest: string;
  readonly ws: string;
  readonly demoWs: string;
}

/** Source: OKX v5 documentation, overview (docs/venues/okx.md). */
const HOSTS: Readonly<Record<OkxRegion, Hosts>> = {
  global: { rest: 'https://openapi.okx.com', ws: 'wss://ws.okx.com:8443', demoWs: 'wss://wspap.okx.com:8443' },
  eea: { rest: 'https://eea.okx.com', ws: 'wss://wseea.okx.com:8443', demoWs: 'wss://wseeapap.okx.com:8443' },
  us: { rest: 'https://us.okx.com', ws: 'wss://wsus.okx.com:8443', demoWs: 'wss://wsuspap.okx.com:8443' },
};
const PATHS = { publicWs: '/ws/v5/public', privateWs: '/ws/v5/private', businessWs: '/ws/v5/business' } as const;

/** Resolves the addresses of a target. The demo shares the REST host with live trading and differs by a header. */
export function okxUrls(config: Pick<OkxConfig, 'target' | 'region'>): OkxUrls {
  const { target } = config;
  if (target.kind === 'simulator') {
    const rest = target.baseUrl.replace(/\/+$/, '');
    return { rest, ...sockets(rest.replace(/^http/, 'ws')), restHeaders: {} };
  }
  const hosts = HOSTS[config.region];
  if (target.kind === 'testnet') {
    return { rest: hosts.rest, ...sockets(hosts.demoWs), restHeaders: { 'x-simulated-trading': '1' } };
  }
  return { rest: hosts.rest, ...sockets(hosts.ws), restHeaders: {} };
}

function sockets(base: string): Pick<OkxUrls, keyof typeof PATHS> {
  return {
    publicWs: base + PATHS.publicWs,
    privateWs: base + PATHS.privateWs,
    businessWs: base + PATHS.businessWs,
  };
}
