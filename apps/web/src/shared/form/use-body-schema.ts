import type { RouteRef } from '@riptide/contracts/calls';
import { useEffect, useState } from 'react';
import type { ZodType } from 'zod';
import { bodySchema, loadFormChecks } from './route-schemas.ts';

/** Gives the schema of a route's body; null until it is loaded, when the server alone checks. */
export function useBodySchema(route: RouteRef): ZodType | null {
  const [schema, setSchema] = useState<ZodType | null>(null);
  useEffect(() => {
    let isOver = false;
    loadFormChecks().then(
      (checks) => {
        if (!isOver) setSchema(() => bodySchema(checks, route));
      },
      (e: unknown) => console.warn('The checks of the contract could not be loaded.', e),
    );
    return () => void (isOver = true);
  }, [route]);
  return schema;
}
