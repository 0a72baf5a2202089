import type { RouteRef, RouteInput, RouteOutput } from '@riptide/contracts/calls';
import { useForm, type FieldPath, type FieldValues, type Resolver, type UseFormReturn } from 'react-hook-form';
import { useEffect } from 'react';
import { ApiProblem } from '../../lib/api-problem.ts';
import { announceForm, takeForm } from '../../lib/kept-forms.ts';
import { plainRefusal } from '../plain-refusal.ts';
import { useCommand, type CommandOptions } from '../use-command.ts';
import { resetTo } from './reset-to.ts';
import { bodySchema, loadFormChecks, type FormChecks } from './route-schemas.ts';

export interface RouteForm<Values extends FieldValues> {
  readonly form: UseFormReturn<Values>;
  readonly submit: (event?: React.SyntheticEvent) => void;
  readonly isSaving: boolean;
}

interface RouteFormOptions<R extends RouteRef, Values> extends CommandOptions<R> {
  /** What stands on the server; a form is drawn only once it is known, so that defaults are never mistaken for saved values. */
  readonly values: Values;
  /** Parts of the input beside the body. */
  readonly input?: Partial<RouteInput<R>>;
  /**
   * `changes`, for a call that leaves what it is not given as it stands: only fields that differ from `values` are sent, so that nothing
   * undoes what was saved elsewhere meanwhile. `all` is the whole body.
   */
  readonly sends?: 'all' | 'changes';
}

/**
 * A form for the body of a changing call: checked by the contract's own schema before it is sent, and what the server refuses stands at
 * its field.
 *
 * Number fields hold what is typed and are read as numbers when they can be (see FormNumber).
 */
export function useRouteForm<R extends RouteRef, Values extends FieldValues>(
  route: R,
  { values, input, sends = 'all', onDone, ...command }: RouteFormOptions<R, Values>,
): RouteForm<Values> {
  const form = useForm<Values>({
    resolver: sends === 'changes' ? refusingEmptied(lazyResolver(route), values) : lazyResolver(route),
    values: values,
    resetOptions: { keepDirtyValues: true },
    mode: 'onTouched',
  });
  const send = useCommand(route, {
    ...command,
    onDone: (answer: RouteOutput<R>) => {
      resetTo(form, form.getValues());
      onDone?.(answer);
    },
  });
  useEffect(() => void loadFormChecks().catch(tellUnloaded), []);
  useKept(`${route.method} ${route.path}`, form);
  const submit = form.handleSubmit(async (body) => {
    try {
      await send.mutateAsync({ ...input, body: sends === 'changes' ? changesOf(body, values) : body } as never);
    } catch (e) {
      // The toast has told it; here it only moves to its fields.
      const fields = e instanceof ApiProblem ? (e.facts.fields ?? {}) : {};
      for (const [name, message] of Object.entries(fields)) {
        form.setError(name.replace(/^body\./, '') as FieldPath<Values>, {
          type: 'server',
          message: plainRefusal(e, message),
        });
      }
    }
  });
  return { form, submit: (event) => void submit(event), isSaving: send.isPending };
}

/** Gives the fields that differ; all of them when none does, since a body without a field is refused. */
function changesOf<Values extends FieldValues>(typed: Values, stands: Values): Partial<Values> {
  const changed = Object.entries(typed).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(stands[name]),
  );
  return changed.length === 0 ? typed : (Object.fromEntries(changed) as Partial<Values>);
}

function tellUnloaded(e: unknown): void {
  console.warn('The checks of this form could not be loaded: the server alone checks it.', e);
}

/** Checks by the schema of the route's body, which is loaded while the form is filled in. */
function lazyResolver<Values extends FieldValues>(route: RouteRef): Resolver<Values> {
  return async (values, context, options) => {
    let checks: FormChecks;
    try {
      checks = await loadFormChecks();
    } catch (e) {
      tellUnloaded(e);
      return { values, errors: {} };
    }
    // oxlint-disable-next-line typescript/no-explicit-any -- the resolver's types do not know a schema held in a variable
    return (checks.zodResolver(bodySchema(checks, route) as any) as unknown as Resolver<Values>)(
      values,
      context,
      options,
    );
  };
}

/**
 * A number that stands on the server and was emptied is a fault of its field: among changes it would be left out, and the form would say
 * saved while the former one stays.
 */
function refusingEmptied<Values extends FieldValues>(check: Resolver<Values>, stands: Values): Resolver<Values> {
  return async (values, context, options) => {
    const emptied = Object.keys(stands).filter(
      (name) => typeof stands[name] === 'number' && (values[name] === undefined || values[name] === ''),
    );
    const result = await check(values, context, options);
    if (emptied.length === 0) return result;
    const faults = Object.fromEntries(emptied.map((name) => [name, { type: 'required', message: 'Enter a number' }]));
    return { values: {}, errors: { ...result.errors, ...faults } as never };
  };
}

/** Brings back what was typed when the gate came in between, and hands it out should it come again. */
function useKept<Values extends FieldValues>(
  name: string,
  { reset, getValues, formState }: UseFormReturn<Values>,
): void {
  const { isDirty } = formState;
  useEffect(() => {
    const kept = takeForm(name);
    if (kept !== null) reset({ ...getValues(), ...kept }, { keepDefaultValues: true });
  }, [name, reset, getValues]);
  useEffect(() => announceForm(name, () => (isDirty ? getValues() : null)), [name, isDirty, getValues]);
}
