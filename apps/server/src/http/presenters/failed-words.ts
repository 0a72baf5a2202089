import { problemWords } from '../to-problem.ts';
import { venueWords } from './venue-words.ts';

const FAILED = /^(cancel|close) (\S+): ([A-Z][A-Z_]*)(?: ([\s\S]*))?$/;

/**
 * Says for a person what could not be cancelled or closed: the engine tells `close ETHUSDT.PERP.OKX: MARGIN_INSUFFICIENT call=… venueCode=51008 …`.
 * What the venue said stands with its code, since that is what its own help pages know. A text of another form stays as it is.
 */
export function failedInWords(text: string): string {
  const [, verb, subject = '', code = '', detail = ''] = FAILED.exec(text) ?? [];
  const words = verb === undefined ? null : problemWords(code);
  if (words === null) return text;
  const { venue_code: venueCode, venue_said: said } = venueWords(detail);
  const [symbol, , venue] = subject.split('.');
  const what = verb === 'close' && venue !== undefined ? `Closing ${symbol} on ${venue}` : `Cancelling ${subject}`;
  const told =
    said === null ? '' : `. The venue said: ${said.replace(/\.$/, '')}${venueCode === null ? '' : ` (${venueCode})`}`;
  return `${what}: ${words}${told}`;
}
