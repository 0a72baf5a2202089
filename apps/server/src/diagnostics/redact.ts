const GONE = '[redacted]';
/** Shorter texts stand in ordinary words: they are found by the names of their fields. */
const KNOWN_MIN = 6;
/** No name of anything is longer. */
const NAME_MAX = 48;

/** Fields whose text is never shown, whatever it is. */
const SECRET_FIELD =
  /("[^"\\]*(?:pass(?:word|phrase|wd)|secret|token|api_?key|master_?key|authorization|cookie|signature|otp|credential)[^"\\]*"\s*:\s*)"(?:[^"\\]|\\.)*"/gi;
const COOKIE = /\b(riptide_[a-z]+=)[^;\s"\\,]+/g;
const BEARER = /\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi;
const JWT = /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g;
const URL_LOGIN = /(:\/\/)[^\s/"'@]+@/g;
const QUERY = /([?&](?:[\w-]*(?:key|token|sign|signature|secret|pass\w*))=)[^&\s"\\]+/gi;
/** Begins where a word begins: tried at every letter of it, logs of megabytes would take a second. */
const EMAIL = /(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
const OPAQUE = /(?<![\w-])[\w-]{32,}(?![\w-])/g;

/**
 * Returns what takes secrets out of a text: those that are known, in every way a text may hold them, and whatever looks like one.
 *
 * Rather too much goes than too little: what is left is meant for strangers.
 */
export function redactor(known: readonly string[]): (text: string) => string {
  const texts = [...new Set(known.filter((secret) => secret.length >= KNOWN_MIN).flatMap(formsOf))];
  const longestFirst = texts.sort((a, b) => b.length - a.length);
  return (text) => {
    let clean = text;
    for (const secret of longestFirst) clean = clean.replaceAll(secret, GONE);
    return clean
      .replace(SECRET_FIELD, `$1"${GONE}"`)
      .replace(COOKIE, `$1${GONE}`)
      .replace(BEARER, `$1 ${GONE}`)
      .replace(JWT, GONE)
      .replace(URL_LOGIN, `$1${GONE}@`)
      .replace(QUERY, `$1${GONE}`)
      .replace(EMAIL, GONE)
      .replace(OPAQUE, (word) => (isOpaque(word) ? GONE : word));
  };
}

/** Tokens and hashes: all kinds of letters mixed, or nothing but hexadecimal digits. */
function isOpaque(word: string): boolean {
  if (/^[0-9a-f]+$/i.test(word)) return true;
  const isMixed = /[a-z]/.test(word) && /[A-Z]/.test(word);
  return isMixed && (/\d/.test(word) || word.length >= NAME_MAX);
}

function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8');
  return [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    bytes.toString('hex'),
  ];
}
