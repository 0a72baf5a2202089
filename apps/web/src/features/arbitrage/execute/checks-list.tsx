import type { Gate, WhyNotRow } from '@riptide/contracts/calls';
import { Check, CircleAlert, X } from 'lucide-react';
import { UNKNOWN, formatCount } from '../../../lib/format.ts';
import { cn } from '../../../ui/cn.ts';

const WEIGHTS: Readonly<Record<WhyNotRow['weight'], string>> = {
  hard: 'blocks',
  soft: 'leaves it for evaluation',
  trade: 'asked before an order',
};

interface ChecksListProps {
  /** Failed ones first, the nearest miss first. */
  readonly checks: readonly WhyNotRow[];
  /** Opens the setting that would change the verdict; settings it does not know stay words. */
  readonly onSetting: (setting: string) => void;
  readonly isSetting: (setting: string) => boolean;
}

/** Every check of a pair: what fails with how far it is from passing, and what passes folded away. */
export function ChecksList({ checks, onSetting, isSetting }: ChecksListProps) {
  const failed = checks.filter((check) => !check.ok);
  const passed = checks.filter((check) => check.ok);
  return (
    <div className="flex flex-col gap-2">
      <ul aria-label="Checks that fail" className="flex flex-col gap-2">
        {failed.map((check, place) => (
          <li
            key={check.check}
            className="flex flex-col gap-0.5 rounded-ctl border border-line1 px-2.5 py-2 text-[12px]"
          >
            <span className="flex items-center gap-1.5">
              {check.weight === 'hard' ? (
                <X size={13} className="flex-none text-danger" aria-hidden />
              ) : (
                <CircleAlert size={13} className="flex-none text-warn" aria-hidden />
              )}
              <b className="font-semibold">{check.check}</b>
              <span className="text-2xs text-fg3">{WEIGHTS[check.weight]}</span>
              {place === 0 && check.miss !== null ? (
                <span className="ml-auto text-2xs text-accent">nearest miss</span>
              ) : null}
            </span>
            <span className="text-fg2">{check.detail}</span>
            <span className="tabular flex flex-wrap gap-x-3 text-2xs text-fg3">
              <span>
                value {wordValue(check.value, check.unit)}, bound {wordValue(check.bound, check.unit)}
              </span>
              {check.setting === null ? null : isSetting(check.setting) ? (
                <button
                  type="button"
                  className="min-h-6 text-accent underline underline-offset-2"
                  onClick={() => onSetting(check.setting ?? '')}
                >
                  change {check.setting}
                </button>
              ) : (
                <span>set by {check.setting}</span>
              )}
            </span>
          </li>
        ))}
      </ul>
      {passed.length === 0 ? null : (
        <details className="text-[12px]">
          <summary className="min-h-6 cursor-pointer text-fg2">
            The {formatCount(passed.length)} checks that pass
          </summary>
          <ul className="mt-1.5 flex flex-col gap-1">
            {passed.map((check) => (
              <PassedLine key={check.check} name={check.check} detail={check.detail} />
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

/** What the risk gates say of both legs: those that block in full, the others counted and folded away. */
export function GatesList({ gates }: { gates: readonly (Gate & { readonly leg: 'buy' | 'sell' })[] }) {
  const failed = gates.filter((gate) => !gate.ok);
  if (gates.length === 0) return null;
  return (
    <div className="flex flex-col gap-1.5 text-[12px]">
      <ul aria-label="Gates that block" className={cn('flex flex-col gap-1', failed.length === 0 && 'hidden')}>
        {failed.map((gate) => (
          <li key={`${gate.leg} ${gate.gate}`} className="flex gap-1.5">
            <X size={13} className="mt-0.5 flex-none text-danger" aria-hidden />
            <span>
              <b className="font-semibold">{gate.gate}</b> <span className="text-fg3">{gate.venue ?? gate.leg}</span>:{' '}
              <span className="text-fg2">{gate.detail}</span>
            </span>
          </li>
        ))}
      </ul>
      <details>
        <summary className="min-h-6 cursor-pointer text-fg2">
          Risk gates of both legs: {formatCount(gates.length - failed.length)} of {formatCount(gates.length)} pass
        </summary>
        <ul className="mt-1.5 flex flex-col gap-1">
          {gates
            .filter((gate) => gate.ok)
            .map((gate) => (
              <PassedLine
                key={`${gate.leg} ${gate.gate}`}
                name={`${gate.gate}, ${gate.venue ?? gate.leg}`}
                detail={gate.detail}
              />
            ))}
        </ul>
      </details>
    </div>
  );
}

function PassedLine({ name, detail }: { name: string; detail: string }) {
  return (
    <li className="flex gap-1.5">
      <Check size={13} className="mt-0.5 flex-none text-ok" aria-hidden />
      <span className="min-w-0">
        {name} <span className="text-fg3">{detail}</span>
      </span>
    </li>
  );
}

function wordValue(value: number | null, unit: string): string {
  if (value === null) return UNKNOWN;
  if (unit === 'flag') return value === 1 ? 'yes' : 'no';
  return `${Number(value.toPrecision(5))} ${unit}`;
}
