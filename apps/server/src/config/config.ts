import type { Venue } from '@riptide/core/domain';
import type { Values } from './variables.ts';

/** What the product runs with, checked and with defaults filled in. */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** Absolute paths of certificate and key; null: plain http. */
  readonly tls: { readonly certFile: string; readonly keyFile: string } | null;
  /** Addresses and networks of proxies that are believed whom they speak for. */
  readonly trustedProxies: readonly string[];
  /** Names this server goes by beside its IP addresses, `localhost` and those of the machine. */
  readonly allowedHosts: readonly string[];
  /** Absolute. */
  readonly dataDir: string;
  readonly gatePassword: string | null;
  /** 32 bytes as text; null: the key file in `dataDir` is used. Never shown. */
  readonly masterKey: string | null;
  readonly market: Values['MARKET'];
  readonly execution: Values['EXECUTION'];
  /** Absolute; set when `market` is `replay`. */
  readonly replayFolder: string | null;
  /** 1 is real time; Infinity as fast as possible. */
  readonly replaySpeed: number;
  readonly simSeed: number;
  /** How often books of the simulated market change, as a share of its default. */
  readonly simIntensityFrac: number;
  /** Port of the simulator's control API, served when `market` is `sim`; 0: any free port. */
  readonly simControlPort: number;
  readonly paperUsdt: number;
  /** Venues that get orders by their socket for orders while it stands; the others by requests. */
  readonly orderSockets: readonly Venue[];
  /** Raw frames are recorded from the start. */
  readonly isRecording: boolean;
  readonly recordBytesMax: number;
  /** How long, and up to how many bytes together, segments of the journal stay that nothing needs any more. */
  readonly journalKeepMs: number;
  readonly journalBytesMax: number;
  /** How long, and up to how many bytes together, the flight recorder keeps the market; 0 ms: it records none. */
  readonly flightKeepMs: number;
  readonly flightBytesMax: number;
  /** Where mails go; null: into files of `dataDir`. Never shown. */
  readonly smtpUrl: string | null;
  /** Channels of the notifications. Tokens are never shown. */
  readonly notify: {
    readonly telegramToken: string | null;
    readonly telegramUrl: string;
    readonly whatsappToken: string | null;
    readonly whatsappPhoneId: string | null;
    readonly whatsappUrl: string;
  };
  /** The only way to `/metrics` where it is set; null: this machine only. Never shown. */
  readonly metricsToken: string | null;
  readonly logLevel: Values['LOG_LEVEL'];
}

/** Returns true for addresses that only this machine can reach. */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host);
}
