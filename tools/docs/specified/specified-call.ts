/** One call that the specification names, and what its answer must hold. */
export interface SpecifiedCall {
  /** Method and path, `:name` where the specification has a variable. */
  readonly call: `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`;
  /** Where it is specified: `platform` and `pro` are the two documents, `settled` what was decided beside them. */
  readonly source: 'platform' | 'pro' | 'settled';
  /**
   * Fields of the answer as dotted paths: `[]` steps into every row of a list, `*` into every entry of a map. Fields of refusals are not
   * listed, they are the same everywhere.
   */
  readonly answers: readonly string[];
  /** What the call takes by the specification: fields of query and body. */
  readonly takes?: readonly string[];
  /** Answers something else than JSON and is therefore in no contract: text, a stream, a page. */
  readonly isRaw?: boolean;
}

/** Returns `prefix.name` for every name. */
export function under(prefix: string, ...names: readonly string[]): readonly string[] {
  return names.map((name) => `${prefix}.${name}`);
}
