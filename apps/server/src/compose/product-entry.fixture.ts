import { fileURLToPath } from 'node:url';

/** Said by `npm test`, which has just built the product: reading its sources takes most of the time of a start. */
const IS_BUILT = process.env['BUILT_PRODUCT'] === '1';

/** How a test starts an entry of the product. */
export interface ProductEntry {
  readonly path: string;
  /** What Node needs to run it and the processes it starts, for NODE_OPTIONS. */
  readonly nodeOptions: string;
}

/** Returns the built entry where the build is known to be of these sources, else the source; `name` as in `apps/server/src`. */
export function productEntry(name: 'supervisor' | 'backup-cli'): ProductEntry {
  if (IS_BUILT) return { path: fileURLToPath(new URL(`../../dist/${name}.js`, import.meta.url)), nodeOptions: '' };
  return {
    path: fileURLToPath(new URL(`../${name}.ts`, import.meta.url)),
    nodeOptions: `--conditions=@riptide/source --import ${import.meta.resolve('tsx')}`,
  };
}
