import { GUARD_NUMBERS, GUARD_SWITCHES } from './model/guard-fields.ts';

const LINES = [
  ...GUARD_NUMBERS.map(({ name, label, meaning }) => ({ name, label, meaning })),
  ...GUARD_SWITCHES.map(({ name, label, note }) => ({
    name,
    label,
    meaning: note.replace(/^./, (first) => first.toLowerCase()),
  })),
];

/** What each field of the guard does and its key in the API: tooltips are out of a finger's reach. */
export function GuardLegend() {
  return (
    <section aria-label="What each field does" className="border-t border-line1 px-3.5 py-3">
      <dl className="grid gap-x-6 gap-y-2 text-[12px] sm:grid-cols-2">
        {LINES.map(({ name, label, meaning }) => (
          <div key={name}>
            <dt className="flex flex-wrap items-baseline gap-x-2 font-[550] text-fg2">
              {label} <code className="text-2xs font-normal text-fg3">{name}</code>
            </dt>
            <dd className="text-fg3">{meaning}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
