import type { Json } from './request-row.ts';

/** A row of which one stated fact is wrong. */
export interface SpoiledRow {
  readonly what: string;
  readonly row: Json;
}

/** Returns the row once per fact of its request that must be told when it is wrong. */
export function spoil(row: Json): readonly SpoiledRow[] {
  if (row.expected_signature !== undefined)
    return [{ what: 'signature', row: { ...row, expected_signature: turned(row.expected_signature) } }];
  if (row.client !== undefined) return spoiledLeaves(row.client, (client) => ({ ...row, client }));
  if (row.expects !== undefined) {
    return row.expects.flatMap((one: Json, at: number) =>
      /timestamp/.test(one.what) || String(one.equals).startsWith('std::')
        ? []
        : [{ what: one.what, row: { ...row, expects: row.expects.with(at, { ...one, equals: turned(one.equals) }) } }],
    );
  }
  if (row.request !== undefined) return spoiledNames(row.request, (request) => ({ ...row, request }));
  if (row.params !== undefined) return spoiledNames(row.params, (params) => ({ ...row, params }));
  return spoiledCcxt(row);
}

function spoiledCcxt(row: Json): readonly SpoiledRow[] {
  const url = new URL(row.url);
  const moved = { what: 'path', row: { ...row, url: row.url.replace(url.pathname, `${url.pathname}x`) } };
  const inQuery = [...url.searchParams.keys()].map((name) => {
    const other = new URL(url);
    other.searchParams.set(name, turned(url.searchParams.get(name) ?? ''));
    return { what: name, row: { ...row, url: other.toString() } };
  });
  if (row.output === undefined || row.output === null) return [moved, ...inQuery];
  if (typeof row.output !== 'string')
    return [moved, ...inQuery, ...spoiledLeaves(row.output, (output) => ({ ...row, output }))];
  const form = new URLSearchParams(row.output);
  const inForm = [...form.keys()].map((name) => {
    const other = new URLSearchParams(form);
    other.set(name, turned(form.get(name) ?? ''));
    return { what: name, row: { ...row, output: other.toString() } };
  });
  return [moved, ...inQuery, ...inForm];
}

function spoiledLeaves(value: Json, put: (value: Json) => Json): readonly SpoiledRow[] {
  if (value === null || typeof value !== 'object') return [];
  return Object.keys(value).flatMap((name) => {
    const inner = value[name];
    const withInner = (other: Json): Json =>
      put(Array.isArray(value) ? value.with(Number(name), other) : { ...value, [name]: other });
    if (inner !== null && typeof inner === 'object') return spoiledLeaves(inner, withInner);
    return [{ what: name, row: withInner(turned(inner)) }];
  });
}

/** Values of these rows are what we are given to send: another name is what must be told. */
function spoiledNames(fields: Json, put: (fields: Json) => Json): readonly SpoiledRow[] {
  return Object.keys(fields).map((name) => {
    const { [name]: value, ...rest } = fields;
    return { what: name, row: put({ ...rest, [`${name}X`]: value }) };
  });
}

function turned(value: Json): Json {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return value + 7;
  const text = String(value);
  return /^\d/.test(text) ? `7${text}` : `${text}X`;
}
