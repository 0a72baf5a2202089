import type { Opportunity } from '@riptide/contracts/calls';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { StatusTag } from './status-tag.tsx';

afterEach(cleanup);

it.each([
  ['executable', 'Ready'],
  ['evaluation_only', 'Eval Only'],
  ['blocked', 'Blocked'],
] as const)('words the policy %s as %s, with its reason for everybody', (policy, word) => {
  render(<StatusTag row={{ policy, policy_reason: 'Quote stale: KUCOIN 2.4 s' } as Opportunity} />);
  expect(screen.getByText(word).textContent).toBe(`${word}: Quote stale: KUCOIN 2.4 s`);
  expect(screen.getByTitle('Quote stale: KUCOIN 2.4 s')).toBeTruthy();
});
