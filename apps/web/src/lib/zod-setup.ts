import { z } from 'zod';
import { wordIssue } from './word-issue.ts';

// WHY: compiled schemas need `new Function`, which the Content-Security-Policy forbids and reports.
z.config({ jitless: true, customError: wordIssue });
