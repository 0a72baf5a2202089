import { expect, it } from 'vitest';
import { z } from 'zod';
import './zod-setup.ts';

const said = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message;

it.each([
  [z.number().min(30), 5, 'must be at least 30'],
  [z.number().max(3_650), 9_999, 'must be at most 3,650'],
  [z.number().gt(0), 0, 'must be more than 0'],
  [z.number(), 'abc', 'must be a number'],
  [z.string().min(8), 'short', 'must be at least 8 characters'],
  [z.string().max(1), 'ab', 'must be at most 1 character'],
])('says in words what a field must be', (schema, value, words) => {
  expect(said(schema, value)).toBe(words);
});

it('leaves the words of a schema that has its own', () => {
  expect(said(z.string().min(1, 'Please enter the gate password'), '')).toBe('Please enter the gate password');
});
