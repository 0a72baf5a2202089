import type { z } from 'zod';

type Issue = z.core.$ZodRawIssue;

/** Words what a field must be, as the server does; undefined leaves the words to the schema. */
export function wordIssue(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'too_small':
      return bound(issue.origin, issue.minimum, issue.inclusive === false ? 'more than' : 'at least');
    case 'too_big':
      return bound(issue.origin, issue.maximum, issue.inclusive === false ? 'less than' : 'at most');
    case 'invalid_type':
      return issue.expected === 'number' || issue.expected === 'int' ? 'must be a number' : undefined;
    default:
      return undefined;
  }
}

function bound(origin: string, limit: number | bigint, word: string): string | undefined {
  const most = Number(limit).toLocaleString('en-US', { maximumFractionDigits: 12 });
  if (origin === 'number' || origin === 'int') return `must be ${word} ${most}`;
  if (origin === 'string') return `must be ${word} ${most} ${limit === 1 ? 'character' : 'characters'}`;
  return undefined;
}
