import { z } from 'zod';

// WHY: compiled schemas need `new Function`, which the Content-Security-Policy forbids and reports.
z.config({ jitless: true });
