import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import * as contracts from '@riptide/contracts';
import { HIDDEN_FIELDS, REDACTED, redactBody, SHOWN_FIELDS } from './redact-body.ts';

/** Names of all fields that a schema takes, at every depth. */
function fieldsOf(node: unknown, found = new Set<string>()): Set<string> {
  if (typeof node !== 'object' || node === null) return found;
  const { properties } = node as { readonly properties?: Readonly<Record<string, unknown>> };
  for (const name of Object.keys(properties ?? {})) found.add(name);
  for (const part of Object.values(node)) fieldsOf(part, found);
  return found;
}

describe('what the audit keeps of a body', () => {
  it('is decided for every field of every call, and none is both shown and hidden', () => {
    const bodies = Object.values(contracts as Record<string, unknown>).flatMap((each) =>
      typeof each === 'object' && each !== null && 'path' in each && 'body' in each ? [each.body as z.ZodType] : [],
    );
    expect(bodies.length).toBeGreaterThan(30);
    const names = bodies.flatMap((body) => [
      ...fieldsOf(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })),
    ]);
    expect([...new Set(names)].filter((name) => !SHOWN_FIELDS.has(name) && !HIDDEN_FIELDS.has(name))).toEqual([]);
    expect([...SHOWN_FIELDS].filter((name) => HIDDEN_FIELDS.has(name))).toEqual([]);
    expect([...SHOWN_FIELDS].filter((name) => /pass|secret|token$|api_key|otp/.test(name))).toEqual([]);
  });

  it('is the known fields, bounded; secrets and what nobody knows are not in it', () => {
    const body = { venue: 'OKX', qty: 1.5, reduce_only: true, api_secret: 's3cret', hunter2: 'x', symbols: ['A', 'B'] };
    expect(redactBody(body)).toEqual({
      venue: 'OKX',
      qty: 1.5,
      reduce_only: true,
      api_secret: REDACTED,
      symbols: ['A', 'B'],
      unknown_fields: 1,
    });
    expect(redactBody({ reason: 'x'.repeat(5_000) })).toEqual({ reason: `${'x'.repeat(500)}…` });
    expect(
      (redactBody({ symbols: Array.from({ length: 900 }, () => 'A') }) as { symbols: unknown[] }).symbols,
    ).toHaveLength(51);
    let deep: unknown = 'bottom';
    for (let n = 0; n < 40; n += 1) deep = { prefs: deep };
    expect(JSON.stringify(redactBody(deep))).not.toContain('bottom');
  });

  it('keeps no secret wherever it is planted', () => {
    const planted = 'planted-secret';
    for (const name of HIDDEN_FIELDS)
      expect(
        JSON.stringify(redactBody({ prefs: { channels: [{ [name]: planted }] }, [name]: { venue: planted } })),
      ).not.toContain(planted);
  });
});
