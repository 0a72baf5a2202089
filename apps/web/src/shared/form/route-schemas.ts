import type { zodResolver } from '@hookform/resolvers/zod';
import type { RouteRef } from '@riptide/contracts/calls';
import type { ZodType } from 'zod';

export interface FormChecks {
  /** By method and path of their route. */
  readonly bodies: ReadonlyMap<string, ZodType>;
  readonly zodResolver: typeof zodResolver;
}

let loading: Promise<FormChecks> | null = null;

/** Loads the schemas of the contracts, which only forms need; the second time it is the same load. A load that failed is tried again. */
export function loadFormChecks(): Promise<FormChecks> {
  loading ??= read().catch((e: unknown) => {
    loading = null;
    throw e;
  });
  return loading;
}

async function read(): Promise<FormChecks> {
  const [contracts, resolvers] = await Promise.all([
    import('@riptide/contracts'),
    import('@hookform/resolvers/zod'),
    import('../../lib/zod-setup.ts'),
  ]);
  const bodies = Object.values(contracts).flatMap((value): [string, ZodType][] => {
    if (typeof value !== 'object' || !('response' in value) || !('body' in value)) return [];
    return value.body === undefined ? [] : [[`${value.method} ${value.path}`, value.body]];
  });
  return { bodies: new Map(bodies), zodResolver: resolvers.zodResolver };
}

/** Gives the schema of a route's body. */
export function bodySchema({ bodies }: FormChecks, { method, path }: RouteRef): ZodType {
  const schema = bodies.get(`${method} ${path}`);
  if (!schema) throw new Error(`Invariant: ${method} ${path} takes no body`);
  return schema;
}
