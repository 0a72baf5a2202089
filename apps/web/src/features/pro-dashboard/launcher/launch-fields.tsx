import { NumberField } from '../../../ui/number-field.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { SizeFields } from '../trade-fields/size-fields.tsx';
import { SymbolField } from '../trade-fields/symbol-field.tsx';
import { VenueChoice } from '../../../shared/venue-choice.tsx';
import { BRACKET_HINT, REASON_MAX, type LaunchErrors, type LaunchForm } from './launch-form.ts';

interface FieldsProps {
  readonly form: LaunchForm;
  readonly errors: LaunchErrors;
  readonly onChange: (part: Partial<LaunchForm>) => void;
}

/** What is traded, how much of it, and where the pair ends. */
export function LaunchFields({ form, errors, onChange, sizeHint }: FieldsProps & { readonly sizeHint: string }) {
  return (
    <>
      <div className="grid grid-cols-2 gap-x-3 gap-y-1">
        <div className="col-span-2">
          <SymbolField value={form.symbol} error={errors.symbol} onChange={(symbol) => onChange({ symbol })} />
        </div>
        <SizeFields size={form} errors={errors} notionalHint={sizeHint} onChange={onChange} />
      </div>
      <VenueChoice venues={form.venues} error={errors.venues} onChange={(venues) => onChange({ venues })} />
      <div className="flex flex-col gap-1 text-[12px] text-fg2">
        <span aria-hidden>Bracket</span>
        <Segmented
          label="Bracket"
          value={form.bracket}
          isWide
          segments={[
            { value: 'panic', label: 'panic' },
            { value: 'none', label: 'none' },
          ]}
          onChange={(bracket) => onChange({ bracket })}
        />
      </div>
      {form.bracket === 'none' ? null : (
        <div className="grid grid-cols-2 gap-x-3">
          <NumberField
            label="TP"
            unit="bps"
            value={form.tpBps}
            error={errors.tpBps}
            hint={BRACKET_HINT}
            onChange={(tpBps) => onChange({ tpBps })}
          />
          <NumberField
            label="SL"
            unit="bps"
            value={form.slBps}
            error={errors.slBps}
            hint={`${BRACKET_HINT}, beyond the fees`}
            onChange={(slBps) => onChange({ slBps })}
          />
        </div>
      )}
    </>
  );
}

/** Takes an expected loss on paper, for a reason that is kept; no gate is overridden by it. */
export function Override({ form, errors, onChange, isLive }: FieldsProps & { readonly isLive: boolean }) {
  return (
    <div className="rounded-ctl border border-line1 px-3 py-1.5">
      <Switch
        label="Override: accept an expected loss"
        note={
          isLive ? 'On paper only: a leg of this trade is LIVE' : 'On paper only, with a reason; no gate is overridden'
        }
        checked={form.isOverridden}
        disabled={isLive && !form.isOverridden}
        onChange={(isOverridden) => onChange({ isOverridden })}
      />
      {form.isOverridden ? (
        <TextField
          label="Reason"
          value={form.reason}
          error={errors.reason}
          hint="Kept in the audit log"
          maxLength={REASON_MAX}
          onChange={(reason) => onChange({ reason })}
        />
      ) : null}
    </div>
  );
}
