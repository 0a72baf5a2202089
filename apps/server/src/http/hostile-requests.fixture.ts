/** One request that means harm, or comes from something broken. */
export interface HostileRequest {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Sent without the cookie of the gate. */
  readonly isOutside?: boolean;
}

const JSON_TYPE = { 'content-type': 'application/json' };

/** Bodies that no call accepts. */
const BROKEN_BODIES: Readonly<Record<string, string>> = {
  'no JSON': '{"password":',
  'a list': '[]',
  'a number': '17',
  'a text': '"text"',
  null: 'null',
  'deep nesting': `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
  'a prototype': '{"__proto__":{"isAdmin":true}}',
  'a constructor': '{"constructor":{"prototype":{"isAdmin":true}}}',
  'an unknown field': '{"surprise":1}',
  'half a surrogate': '{"surprise":"\\ud800"}',
  'a huge number': '{"surprise":1e999}',
  'a comment': '{/* */}',
};

/** Calls with a body, one of each area. */
const CALLS_WITH_BODY = [
  ['POST', '/api/gate/password/set'],
  ['POST', '/api/auth/login'],
  ['POST', '/api/auth/register'],
  ['POST', '/api/auth/reset-password'],
  ['PUT', '/api/settings/security'],
  ['PUT', '/api/admin/connections'],
  ['POST', '/api/trading/order/preview'],
  ['POST', '/api/trading/order/execute'],
] as const;

/** Texts that some other program would run, open or print. */
const INJECTIONS = [
  "' OR '1'='1",
  '"; DROP TABLE account; --',
  '<script>alert(1)</script>',
  '${7*7}',
  '{{7*7}}',
  '$(reboot)',
  '`id`',
  '../../../../etc/passwd',
  '%00',
  '\u0000',
  '\r\nset-cookie: riptide_gate=x',
  '\u202Egnp.exe',
  '\uFEFF',
  'A'.repeat(5_000),
  'é'.repeat(3_000),
  '👹'.repeat(500),
];

/** Fields that take a text, with the rest of their body right. */
const TEXT_FIELDS: readonly (readonly [string, string, (text: string) => object])[] = [
  ['POST', '/api/auth/register', (text) => ({ email: text, password: 'long enough', confirmPassword: 'long enough' })],
  ['POST', '/api/auth/verify-email', (text) => ({ email: 'a@example.com', code: text })],
  [
    'POST',
    '/api/trading/order/preview',
    (text) => ({ venue: text, market: 'perp', symbol: 'BTCUSDT', side: 'BUY', type: 'market', qty: 1 }),
  ],
  ['PUT', '/api/admin/connections', (text) => ({ exchange: text, enabled: true })],
];

const PATHS = [
  '/api/../../etc/passwd',
  '/api/%2e%2e/%2e%2e/etc/passwd',
  '/api/..%2f..%2fetc%2fpasswd',
  '/api//gate/status',
  '/api/gate/status/%00',
  '/api/%c0%ae%c0%ae/',
  '/api/%',
  '/api/%zz',
  '/api/gate/status;x=1',
  '/api/.env',
  '/api/.git/config',
  '/api/app.db',
  '/api/docs/static/%2e%2e/%2e%2e/package.json',
  '/api/docs/static/..%2f..%2fpackage.json',
  '/API/NOTHING',
  `/api/${'a'.repeat(3_000)}`,
  '/api/gate/sessions/../password',
  '/api/trading/engine/__proto__/settings',
  '/api/arbitrage/executions/%00/close',
  '/api/constructor',
];

const QUERIES = [
  '?limit=-1',
  '?limit=1e9',
  '?limit=NaN',
  '?limit[]=1',
  '?limit=1&limit=2',
  '?__proto__[x]=1',
  '?surprise=1',
  `?symbol=${'A'.repeat(3_000)}`,
  "?symbol=' OR 1=1 --",
  '?symbol=%00',
];
const LISTS = ['/api/trading/orders', '/api/portfolio/history', '/api/lab/verdicts'];

const FOREIGN: Readonly<Record<string, Record<string, string>>> = {
  'a foreign origin': { origin: 'https://evil.example' },
  'a null origin': { origin: 'null' },
  'an origin that is none': { origin: '::::' },
  'a prefix of our origin': { origin: 'http://localhost:80.evil.example' },
  'another site': { 'sec-fetch-site': 'cross-site' },
  'a site of our domain': { 'sec-fetch-site': 'same-site' },
};

const COOKIES = [
  '',
  'x',
  'A'.repeat(43),
  '../../x',
  "' OR 1=1",
  '%00',
  `${'A'.repeat(4_000)}`,
  'null',
  'undefined',
  '{}',
];

const CONTENT_TYPES = [
  'text/plain',
  'application/xml',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  'image/png',
  'application/json+x',
];

/** Returns every hostile request; `tokens` are forged access tokens, each under its name. */
export function hostileRequests(tokens: Readonly<Record<string, string>>): readonly HostileRequest[] {
  const list: HostileRequest[] = [];
  for (const [method, url] of CALLS_WITH_BODY) {
    for (const [name, body] of Object.entries(BROKEN_BODIES))
      list.push({ name: `${name} to ${url}`, method, url, headers: JSON_TYPE, body });
    for (const [name, headers] of Object.entries(FOREIGN))
      list.push({ name: `${name} to ${url}`, method, url, headers: { ...JSON_TYPE, ...headers }, body: '{}' });
    for (const type of CONTENT_TYPES)
      list.push({ name: `${type} to ${url}`, method, url, headers: { 'content-type': type }, body: 'x=1' });
    list.push({ name: `too much to ${url}`, method, url, headers: JSON_TYPE, body: `{"x":"${'x'.repeat(300_000)}"}` });
    list.push({ name: `no gate at ${url}`, method, url, headers: JSON_TYPE, body: '{}', isOutside: true });
  }
  for (const [method, url, bodyOf] of TEXT_FIELDS) {
    for (const text of INJECTIONS) {
      const body = JSON.stringify(bodyOf(text));
      list.push({
        name: `${JSON.stringify(text).slice(0, 30)} to ${url}`,
        method: method as 'POST',
        url,
        headers: JSON_TYPE,
        body,
      });
    }
  }
  for (const url of PATHS) list.push({ name: `path ${url.slice(0, 50)}`, method: 'GET', url });
  for (const listed of LISTS) {
    for (const query of QUERIES)
      list.push({ name: `query ${query.slice(0, 40)} of ${listed}`, method: 'GET', url: listed + query });
  }
  for (const value of COOKIES) {
    const headers = { cookie: `riptide_gate=${value}` };
    list.push({
      name: `forged gate cookie ${value.slice(0, 20)}`,
      method: 'GET',
      url: '/api/health',
      headers,
      isOutside: true,
    });
  }
  for (const [name, token] of Object.entries(tokens)) {
    const headers = { authorization: `Bearer ${token}` };
    list.push({ name: `${name} at /api/auth/me`, method: 'GET', url: '/api/auth/me', headers });
    list.push({
      name: `${name} at totp`,
      method: 'POST',
      url: '/api/auth/totp/confirm',
      headers: { ...JSON_TYPE, ...headers },
      body: '{"otp":"123456"}',
    });
  }
  return list;
}
