import type { VenueName } from '@riptide/contracts/calls';

export interface VenueGuide {
  /** Where keys are made, in words, since the page must be of use without a network. */
  readonly steps: readonly string[];
  /** How long a key lives, and what ends it. */
  readonly lifetime: string;
  /** The venue's own refusals of a key, and what to do about each. */
  readonly errors: readonly { readonly code: string; readonly said: string; readonly toDo: string }[];
}

const CLOCK = 'Set the clock of the server by NTP; the clock offset is shown beside each key.';

/** How to make a key at each venue and what its refusals mean; in the page, so that it can be read offline. */
export const VENUE_GUIDES: Readonly<Record<VenueName, VenueGuide>> = {
  BINANCE: {
    steps: [
      'Log in on the website, open the profile menu and choose API Management.',
      'Open the futures account first: a key that was made before it never gets the futures permission.',
      'Create API, choose "System generated", give it a name and pass the security check.',
      'Copy the API key and the secret at once: the secret is shown only this time.',
      'Edit restrictions: first choose "Restrict access to trusted IPs only" and enter the egress address of this server.',
      'Then tick "Enable Spot & Margin Trading", and "Enable Futures" for the trading engine. Leave "Enable Withdrawals" and "Permits Universal Transfer" empty.',
    ],
    lifetime:
      'A key tied to addresses does not end by itself. One that is open to any address may only read: with a trading permission BINANCE takes the permission away or deletes the key.',
    errors: [
      {
        code: '-2015',
        said: 'Invalid API-key, IP, or permissions for action.',
        toDo: 'One code for three causes: check the key, compare the IP list with the server address, and tick the permission for spot or futures.',
      },
      {
        code: '-2014',
        said: 'API-key format invalid.',
        toDo: 'The key is cut short or has characters too many. Copy it again as a whole.',
      },
      {
        code: '-1022',
        said: 'Signature for this request is not valid.',
        toDo: 'The secret belongs to another key. Make a new key, since the secret is shown only once.',
      },
      { code: '-1021', said: 'Timestamp for this request is outside of the recvWindow.', toDo: CLOCK },
    ],
  },
  BYBIT: {
    steps: [
      'Log in on the website, open the account menu and choose API, then Create New Key. An account of less than 48 hours may have to wait.',
      'Choose "System-generated API Keys" and "API Transaction", give it a name, then choose "Read-Write".',
      'Choose "Only IPs with permissions granted" and enter the egress address of this server.',
      'Tick Unified Trading: Orders and Positions for futures, and SPOT Trade. Leave Assets empty: no transfer, no withdrawal.',
      'Copy the key and the secret at once: the secret is shown only this time.',
    ],
    lifetime:
      'Without an address it ends after three months (90 days). It also ends 7 days after the password of the account was changed. Days left are shown here, where BYBIT tells them.',
    errors: [
      {
        code: '10003',
        said: 'API key is invalid.',
        toDo: 'Copy the key again, and make sure that it is one of the real platform, not of the testnet or demo trading.',
      },
      {
        code: '10004',
        said: 'Error sign.',
        toDo: 'The secret belongs to another key. Make a new key and enter both parts.',
      },
      {
        code: '10005',
        said: 'Permission denied.',
        toDo: 'Edit the key and tick Orders and Positions, and SPOT Trade.',
      },
      { code: '10010', said: 'Unmatched IP.', toDo: 'Add the server address to the IP list of the key.' },
      { code: '10002', said: 'The request time exceeds the time window range.', toDo: CLOCK },
      {
        code: '33004',
        said: 'Your api key has expired.',
        toDo: 'Make a new key, tied to the server address so that it does not expire.',
      },
    ],
  },
  OKX: {
    steps: [
      'Log in on the website, open the profile menu, choose "API and connections" and Create API key.',
      'Give it a name, choose the account it is for, and API trading as what it is used for.',
      'Enter the egress address of this server in the IP address allowlist; up to 20 can stand there.',
      'Tick Read and Trade. Leave Withdraw empty.',
      'Choose a passphrase of your own and write it down: it is required here, and OKX can not show it to you again.',
      'Copy the API key and the secret key.',
      'Set the account mode to "Futures mode" or "Multi-currency margin": in spot mode no futures can be traded.',
    ],
    lifetime:
      'With Trade and without an address it is deleted after 14 days without use. One that is tied to an address, or may only read, does not end by itself.',
    errors: [
      { code: '50111', said: 'Invalid OK-ACCESS-KEY.', toDo: 'Copy the key again as a whole.' },
      { code: '50119', said: "API key doesn't exist.", toDo: 'The key was deleted or has expired. Make a new one.' },
      {
        code: '50105',
        said: 'Request header OK-ACCESS-PASSPHRASE incorrect.',
        toDo: 'It is the passphrase of this key, not the password of your login. If it is lost, make a new key.',
      },
      { code: '50113', said: 'Invalid signature.', toDo: 'The secret belongs to another key. Enter both parts anew.' },
      {
        code: '50110',
        said: "Your IP is not included in your API key's IP whitelist.",
        toDo: 'Add the server address to the IP list of the key.',
      },
      {
        code: '50101',
        said: 'APIKey does not match current environment.',
        toDo: 'It is a key of demo trading. Make one of the real account.',
      },
      { code: '50102', said: 'Timestamp request expired.', toDo: CLOCK },
      { code: '50100', said: 'API frozen.', toDo: 'Ask the support of OKX why the key is frozen.' },
    ],
  },
  KUCOIN: {
    steps: [
      'Log in on the website, open the profile menu, choose API Management and Create API.',
      'Choose API trading, not a third-party application, and give it a name.',
      'Choose a passphrase of your own and write it down: every key of KUCOIN has one, it is no password of the account, and it can not be shown again.',
      'Tick General, Spot and Futures. Leave Transfer and Withdrawal empty.',
      'Choose to restrict by IP and enter the egress address of this server.',
      'Pass the security check (trading password, mail code, authenticator), then copy the key and the secret at once.',
    ],
    lifetime:
      'With a trading permission and without an address it is deleted, or loses the permission, after 30 days without use. One that is tied to an address does not end by itself.',
    errors: [
      {
        code: '400003',
        said: 'KC-API-KEY not exists.',
        toDo: 'Copy the key again; it may have been deleted or have expired.',
      },
      {
        code: '400004',
        said: 'Invalid KC-API-PASSPHRASE.',
        toDo: 'It is the passphrase chosen for this key, not the trading password of the account.',
      },
      {
        code: '400005',
        said: 'Invalid KC-API-SIGN.',
        toDo: 'The secret belongs to another key. Enter all three parts anew.',
      },
      { code: '400006', said: 'Invalid request ip.', toDo: 'Add the server address to the IP list of the key.' },
      {
        code: '400007',
        said: 'Access denied, require more permission.',
        toDo: 'Edit the key and tick General, Spot and Futures.',
      },
      { code: '400002', said: 'Invalid KC-API-TIMESTAMP.', toDo: CLOCK },
      { code: '411100', said: 'User is frozen.', toDo: 'Ask the support of KuCoin why the account is frozen.' },
    ],
  },
};

/** What to do by our own name of the refusal, where the venue's code says nothing more. */
const BY_REASON: Readonly<Record<string, string>> = {
  CREDENTIALS_MISSING: 'Enter a key first.',
  CREDENTIALS_PASSPHRASE_MISSING: 'Enter the passphrase of the key as well.',
  CREDENTIALS_INVALID: 'Copy key and secret again, both of the same key; a lost secret means a new key.',
  CREDENTIALS_FORBIDDEN: 'Compare the IP list of the key with the server address, and tick its trading permissions.',
  ACCOUNT_IN_USE: 'Close the positions and orders of the account in use first, or enter a key of the same account.',
  CLOCK_SKEWED: CLOCK,
  VENUE_UNREACHABLE: 'Check the network of the server, and whether the venue can be reached from its country.',
  VENUE_TIMEOUT: 'Try again in a moment; nothing is wrong with the key as far as is known.',
  VENUE_BUSY: 'Try again in a moment; nothing is wrong with the key as far as is known.',
  VENUE_MAINTENANCE: 'Wait until the venue is back; its status page tells when.',
  VENUE_RATE_LIMITED: 'Wait a minute: too many requests came from this address.',
  VENUE_BANNED: 'Wait until the block ends, some minutes to some hours. Stop other programs that use this address.',
  VENUE_NOT_READY: 'Wait until the venue is connected, or enable it.',
};

export interface Refusal {
  readonly code?: string | null | undefined;
  readonly venue_code?: string | null | undefined;
}

/** Says what to do about a refusal: by the venue's own code first, then by ours; null when nothing is known to help. */
export function whatToDo(venue: VenueName, { code, venue_code: venueCode }: Refusal): string | null {
  const known = VENUE_GUIDES[venue].errors.find((error) => error.code === venueCode);
  return known?.toDo ?? (code ? (BY_REASON[code] ?? null) : null);
}
