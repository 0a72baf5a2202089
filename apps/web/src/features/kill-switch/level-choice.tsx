import { RadioGroup } from 'radix-ui';
import { cn } from '../../ui/cn.ts';
import { Tag } from '../../ui/tag.tsx';
import type { KillLevel, LevelWords } from './kill-levels.ts';

const LEVELS: readonly KillLevel[] = [1, 2, 3];

interface LevelChoiceProps {
  readonly value: KillLevel;
  readonly words: Record<KillLevel, LevelWords>;
  readonly disabled: boolean;
  readonly onChange: (level: KillLevel) => void;
}

/** The three levels, each with what it would do now. */
export function LevelChoice({ value, words, disabled, onChange }: LevelChoiceProps) {
  return (
    <RadioGroup.Root
      aria-label="Level"
      value={String(value)}
      disabled={disabled}
      onValueChange={(next) => onChange(Number(next) as KillLevel)}
      className="flex flex-col gap-2.5"
    >
      {LEVELS.map((level) => {
        const isOn = level === value;
        const isWorst = level === 3;
        return (
          <RadioGroup.Item
            key={level}
            value={String(level)}
            // An arrow chooses as it moves, however short the press: the library chooses only while the key is still held.
            onFocus={(event) => {
              if (isWithin(event.currentTarget.parentElement, event.relatedTarget)) onChange(level);
            }}
            className={cn(
              'grid grid-cols-[18px_1fr_auto] items-start gap-x-3 rounded-ctl border px-3.5 py-3 text-left',
              !isOn && 'border-line2 hover:bg-bg2',
              isOn && isWorst && 'border-danger bg-[color-mix(in_srgb,var(--danger)_10%,var(--bg1))]',
              isOn && !isWorst && 'border-accent bg-[color-mix(in_srgb,var(--accent)_10%,var(--bg1))]',
            )}
          >
            <span
              aria-hidden
              className={cn(
                'mt-0.5 size-4 rounded-full border-[1.5px] border-ctl',
                isOn && 'border-[5px]',
                isOn && (isWorst ? 'border-danger' : 'border-accent'),
              )}
            />
            <span className="flex min-w-0 flex-col gap-0.5">
              <b className="text-base font-semibold text-fg1">{words[level].title}</b>
              <small className="text-[12px] leading-[17px] text-fg2">{words[level].text}</small>
            </span>
            <Tag tone={isWorst && isOn ? 'danger' : 'neutral'}>{words[level].tag}</Tag>
          </RadioGroup.Item>
        );
      })}
    </RadioGroup.Root>
  );
}

function isWithin(group: Element | null, from: EventTarget | null): boolean {
  return from instanceof Element && group?.contains(from) === true;
}
