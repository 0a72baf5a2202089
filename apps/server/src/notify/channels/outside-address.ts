import { lookup as dnsLookup, type LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { hostOf } from './http-post.ts';

/**
 * Networks that are not the outside: this machine, private and link-local ones, those for special use (IANA special-purpose
 * registries, RFC 6890 and its successors), multicast.
 */
const NETWORKS = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const;
/** Of IPv6 only what is handed out to the world is the outside; within it these are not. */
const NETWORKS_6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

const inside = new BlockList();
for (const [network, bits] of NETWORKS) inside.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of NETWORKS_6) inside.addSubnet(network, bits, 'ipv6');
const world6 = new BlockList();
world6.addSubnet('2000::', 3, 'ipv6');

/** Returns true for an address out in the world: not this machine, no private, link-local or special network, in any way of writing. */
export function isOutside(address: string): boolean {
  if (isIP(address) === 4) return !inside.check(address, 'ipv4');
  if (isIP(address) !== 6) return false;
  return world6.check(address, 'ipv6') && !inside.check(address, 'ipv6');
}

/** Looks up every address of a name. */
export type LookupAll = (
  host: string,
  done: (error: NodeJS.ErrnoException | null, addresses: readonly LookupAddress[]) => void,
) => void;

/** The machine's own look-up. */
export const systemLookup: LookupAll = (host, done) =>
  dnsLookup(host, { all: true, verbatim: true }, (error, addresses) => done(error, addresses ?? []));

/**
 * Returns a look-up for sockets that gives only addresses out in the world, and refuses a name with any other among its addresses. The
 * socket connects to what was checked: a name can't change its mind in between.
 */
export function outsideLookup(lookupAll: LookupAll): LookupFunction {
  return (host, options, done) => {
    lookupAll(host, (error, addresses) => {
      const first = addresses[0];
      if (error !== null || first === undefined) return done(error ?? refusedTarget('the name has no address'), '', 4);
      if (!addresses.every(({ address }) => isOutside(address))) return done(refusedTarget(REFUSAL), '', 4);
      if (options.all === true) return done(null, [...addresses]);
      return done(null, first.address, first.family);
    });
  };
}

const REFUSAL = 'the target is on this machine or in a private network, which is not permitted';

/** Says why a URL whose host is an address can't be a target; null when it can, or its host is a name that is looked up. */
export function refusedAddress(url: URL): string | null {
  const { host, isAddress } = hostOf(url);
  return isAddress && !isOutside(host) ? REFUSAL : null;
}

function refusedTarget(text: string): NodeJS.ErrnoException {
  return Object.assign(new Error(text), { code: 'ERR_REFUSED_TARGET' });
}
