import type { OkxConfig, OkxRegion } from './config.ts';

/** Where the adapter connects to, and what marks its requests. */
export interface OkxUrls {
  /** Without a trailing slash; paths start with `/api/v5`. */
  readonly rest: string;
  readonly publicWs: string;
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
const PUBLIC_PATH = '/ws/v5/public';

/** Resolves the addresses of a target. The demo shares the REST host with live trading and differs by a header. */
export function okxUrls(config: Pick<OkxConfig, 'target' | 'region'>): OkxUrls {
  const { target } = config;
  if (target.kind === 'simulator') {
    const rest = target.baseUrl.replace(/\/+$/, '');
    return { rest, publicWs: rest.replace(/^http/, 'ws') + PUBLIC_PATH, restHeaders: {} };
  }
  const hosts = HOSTS[config.region];
  if (target.kind === 'testnet') {
    return { rest: hosts.rest, publicWs: hosts.demoWs + PUBLIC_PATH, restHeaders: { 'x-simulated-trading': '1' } };
  }
  return { rest: hosts.rest, publicWs: hosts.ws + PUBLIC_PATH, restHeaders: {} };
}
