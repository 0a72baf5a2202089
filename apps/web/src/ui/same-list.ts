/** Tells whether two lists of plain rows say the same, field by field. */
export function isSameList<Row extends object>(one: readonly Row[], other: readonly Row[]): boolean {
  return one === other || (one.length === other.length && one.every((row, at) => isSameRow(row, other[at])));
}

function isSameRow(one: object, other: object | undefined): boolean {
  if (other === undefined) return false;
  const fields = Object.entries(one);
  return (
    fields.length === Object.keys(other).length &&
    fields.every(([name, value]) => (other as Readonly<Record<string, unknown>>)[name] === value)
  );
}
