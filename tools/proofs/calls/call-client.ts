import { mapFields } from './map-fields.ts';
import type { SpecifiedCall } from '../../docs/specified/specified-call.ts';
import type { RunningProduct } from '../product/running-product.ts';

/** One call as it is sent: the specified one, with what stands for its variables. */
export interface Step {
  readonly call: SpecifiedCall['call'];
  /** Address where it differs from the call: query, ids. */
  readonly url?: string;
  readonly body?: unknown;
  /** An account's access token. */
  readonly bearer?: string | undefined;
  /** Fields that may stay without a row in this run: nothing was opened whose row would show them. */
  readonly mayBeEmpty?: boolean;
  /** Is asked again while it is refused: the market may be in the way for a moment. */
  readonly isPatient?: boolean;
}

export interface Outcome {
  readonly step: Step;
  readonly status: number;
  readonly type: string;
  readonly body: unknown;
  readonly misses: readonly string[];
}

const JSON_TYPE = 'application/json';

/** Sends a step and says what of the specified answer is missing. */
export async function sendStep(
  product: RunningProduct,
  step: Step,
  specified: readonly SpecifiedCall[],
): Promise<Outcome> {
  const [method = 'GET', path = ''] = step.call.split(' ');
  const answer = await product.send(method, step.url ?? path, step.body, step.bearer);
  const entries = specified.filter(({ call }) => call === step.call);
  const isJson = answer.type.startsWith(JSON_TYPE);
  const misses: string[] = [];
  if (entries.length === 0) misses.push('is not in the list');
  if (answer.status !== 200) misses.push(`status ${answer.status}: ${answer.text.slice(0, 200)}`);
  else if (!isJson && !entries.some(({ isRaw = false }) => isRaw)) misses.push(`type ${answer.type}`);
  else if (isJson) misses.push(...entries.flatMap((entry) => missingFields(answer.json, entry, step)));
  return { step, status: answer.status, type: answer.type, body: answer.json, misses };
}

function missingFields(body: unknown, { answers }: SpecifiedCall, { mayBeEmpty = false }: Step): readonly string[] {
  return answers.flatMap((path) => {
    const found = mapFields(body, path);
    if (found === 'missing') return [`${path} is missing`];
    return found === 'empty' && !mayBeEmpty ? [`${path}: no row shows it`] : [];
  });
}
