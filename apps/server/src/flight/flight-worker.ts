import { parentPort, workerData } from 'node:worker_threads';
import { FlightAnswers } from './answer-flight.ts';
import type { FlightQuestion } from './flight-question.ts';

const port = parentPort;
if (port === null) throw new Error('Invariant: moments are rebuilt in a worker');
const { dataDir } = workerData as { readonly dataDir: string };
const answers = new FlightAnswers(dataDir);

port.postMessage({ id: null });
port.on('message', ({ id, question }: { readonly id: number; readonly question: FlightQuestion }) => {
  try {
    port.postMessage({ id, answer: answers.answer(question) });
  } catch (e) {
    port.postMessage({ id, error: e instanceof Error ? e.message : String(e) });
  }
});
