import type { FieldError, FieldsResult } from '../../domain/index.ts';
import { ARM_IDS } from '../pas-trader/arms.ts';
import type { PosteriorSums } from './arm-posterior.ts';
import { packedLength } from './cholesky.ts';
import { gramFault } from './gram-fault.ts';
import type { UsualContextState } from './usual-context.ts';

export const POLICY_VERSION = 1;
/** Arms a learner knows at most; more are refused. */
export const ARMS_MAX = 64;
const SUM_MAX = 1e12;

/** What was learnt, as it is exported and imported. Plain JSON. */
export interface OraculisPolicy {
  readonly kind: 'oraculis-policy';
  readonly version: typeof POLICY_VERSION;
  readonly features: number;
  readonly usual: UsualContextState;
  readonly arms: Readonly<Record<string, PosteriorSums>>;
}

/** Checks a policy that a person gave; every fault is told by its field. */
export function parsePolicy(input: unknown, features: number): FieldsResult<OraculisPolicy> {
  if (!isObject(input)) return { ok: false, fields: [{ field: '', text: 'must be an object' }] };
  const fields: FieldError[] = [];
  const expect = (field: string, wanted: unknown): void => {
    if (input[field] !== wanted) fields.push({ field, text: `must be ${JSON.stringify(wanted)}` });
  };
  expect('kind', 'oraculis-policy');
  expect('version', POLICY_VERSION);
  expect('features', features);
  fields.push(...unknownFields(input, ['kind', 'version', 'features', 'usual', 'arms']));
  const { arms, usual } = input;
  if (isObject(usual)) fields.push(...usualFaults(usual, features));
  else fields.push({ field: 'usual', text: 'must be an object' });
  if (isObject(arms)) fields.push(...armFaults(arms, features));
  else fields.push({ field: 'arms', text: 'must be an object' });
  return fields.length > 0 ? { ok: false, fields } : { ok: true, value: input as unknown as OraculisPolicy };
}

function usualFaults(usual: Readonly<Record<string, unknown>>, features: number): FieldError[] {
  const faults = unknownFields(usual, ['count', 'sums']);
  const { count, sums } = usual;
  if (!isSum(count) || count < 0) faults.push({ field: 'count', text: `must be between 0 and ${SUM_MAX}` });
  if (!isSums(sums, features)) faults.push({ field: 'sums', text: `must be ${features} numbers` });
  return faults.map(({ field, text }) => ({ field: `usual.${field}`, text }));
}

function armFaults(arms: Readonly<Record<string, unknown>>, features: number): FieldError[] {
  const entries = Object.entries(arms);
  if (entries.length > ARMS_MAX) return [{ field: 'arms', text: `must have at most ${ARMS_MAX} arms` }];
  return entries.flatMap(([armId, sums]) => {
    const field = `arms.${armId}`;
    if (!ARM_IDS.includes(armId)) return [{ field, text: 'is no arm' }];
    if (!isObject(sums)) return [{ field, text: 'must be an object' }];
    return sumsFaults(sums, features).map((fault) => ({ ...fault, field: `${field}.${fault.field}` }));
  });
}

function sumsFaults(sums: Readonly<Record<string, unknown>>, features: number): FieldError[] {
  const faults = unknownFields(sums, ['weight', 'gram', 'moment', 'sumSquares']);
  for (const field of ['weight', 'sumSquares']) {
    const value = sums[field];
    if (!isSum(value) || value < 0) faults.push({ field, text: `must be between 0 and ${SUM_MAX}` });
  }
  const { gram, moment } = sums;
  if (!isSums(moment, features)) faults.push({ field: 'moment', text: `must be ${features} numbers` });
  const length = packedLength(features);
  const fault = isSums(gram, length) ? gramFault(gram, features) : `must be ${length} numbers`;
  if (fault !== null) faults.push({ field: 'gram', text: fault });
  return faults;
}

function unknownFields(input: Readonly<Record<string, unknown>>, known: readonly string[]): FieldError[] {
  return Object.keys(input)
    .filter((field) => !known.includes(field))
    .map((field) => ({ field, text: 'is no field of a policy' }));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isSum(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) <= SUM_MAX;
}

function isSums(value: unknown, length: number): value is readonly number[] {
  return Array.isArray(value) && value.length === length && value.every(isSum);
}
