export * from './allocation.ts';
export type { FieldError, FieldsResult } from './bounded-fields.ts';
export * from './gate-runner.ts';
export * from './risk-guard.ts';
export * from './risk-level.ts';
export * from './risk-limits.ts';
export * from './risk-request.ts';
export * from './risk-state.ts';
