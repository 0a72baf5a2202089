import { playTapes } from '@riptide/core/lab';
import { subjectOf } from '../../apps/server/src/lab/jobs/lab-strategies.ts';
import { RecordedTape } from '../../apps/server/src/lab/tape/recorded-tape.ts';

/** Plays a folder of recordings once, all strategies on, and tells the most memory this process ever had. */
const tape = await RecordedTape.open(process.argv[2] ?? '');
const { subject: _subject, settingsHash: _hash, ...how } = subjectOf('all', { settings: {} });
const { runs } = await playTapes({ tapes: [tape], seed: 1, ...how });
process.send?.({ messages: runs[0]?.messages ?? 0, maxRssBytes: process.resourceUsage().maxRSS * 1024 });
