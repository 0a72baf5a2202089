import { z } from 'zod';

export type Bounds = readonly [min: number, max: number] | null;

/** Gives the least and the most that each field of an object takes; null for one that is no number or has no such bound. */
export function boundsOf<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
): Readonly<Record<keyof Shape, Bounds>> {
  const bounds = Object.entries(schema.shape).map(([name, field]): readonly [string, Bounds] => {
    if (!(field instanceof z.ZodNumber)) return [name, null];
    const { minValue, maxValue } = field;
    return [name, minValue === null || maxValue === null ? null : [minValue, maxValue]];
  });
  return Object.fromEntries(bounds) as Record<keyof Shape, Bounds>;
}
