import type { FieldValues, UseFormReturn } from 'react-hook-form';

/**
 * Puts a form back to values: what was typed is given up.
 *
 * A form of useRouteForm keeps dirty fields when the server's values change, and the library takes that for every reset that does not say
 * otherwise.
 */
export function resetTo<Values extends FieldValues>(
  { reset }: Pick<UseFormReturn<Values>, 'reset'>,
  values: Values,
): void {
  reset(values, { keepDirtyValues: false });
}
