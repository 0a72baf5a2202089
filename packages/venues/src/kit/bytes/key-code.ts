/** Returned by `nextKey` at the end of an object. */
export const END_OF_OBJECT = 0;

/**
 * Returns the code by which `nextKey` names a key. Names of one letter never share one; each venue's tests check the longer ones.
 */
export function keyCode(name: string): number {
  let code = 17;
  for (let i = 0; i < name.length; i += 1) code = (Math.imul(code, 31) + name.charCodeAt(i)) | 0;
  return code === END_OF_OBJECT ? 1 : code;
}
