import { Kbd } from '../ui/kbd.tsx';

export interface KeyGroup {
  readonly title: string;
  /** Keys with spaces between them, and what they do. */
  readonly lines: readonly (readonly [keys: string, meaning: string])[];
}

/** The keys of a group and what they do, as the pairs of a definition list. */
export function KeyLines({ lines }: Pick<KeyGroup, 'lines'>) {
  return lines.map(([keys, meaning]) => (
    <div key={`${keys} ${meaning}`} className="contents">
      <dt className="flex flex-wrap gap-1">
        {keys.split(' ').map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}
      </dt>
      <dd className="text-fg2">{meaning}</dd>
    </div>
  ));
}
