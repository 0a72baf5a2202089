import { GLOSSARY, GLOSSARY_GROUPS, type GlossaryEntry } from '../../../shared/glossary.ts';
import { EmptyState } from '../../../shared/panel-states.tsx';
import { Panel } from '../../../shared/panel.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { TextField } from '../../../ui/text-field.tsx';

const ENTRIES: readonly GlossaryEntry[] = Object.values(GLOSSARY);

interface HelpSectionProps {
  readonly search: string;
  readonly onSearch: (search: string) => void;
}

/** The glossary: every metric of the screens with its meaning, formula, unit, source and interval. */
export function HelpSection({ search, onSearch }: HelpSectionProps) {
  const words = search.trim().toLowerCase();
  const found = ENTRIES.filter(({ name, meaning }) => `${name} ${meaning}`.toLowerCase().includes(words));
  const groups = GLOSSARY_GROUPS.map((group) => ({ group, entries: found.filter((entry) => entry.group === group) }));
  return (
    <Panel title="Glossary" note={<Tag>{found.length}</Tag>}>
      <div className="flex flex-col gap-4 px-3.5 py-3">
        <div className="max-w-sm">
          <TextField
            label="Find a word"
            type="search"
            hint="The same texts stand behind every ? on the screens"
            error={null}
            value={search}
            onChange={onSearch}
          />
        </div>
        {found.length === 0 ? <EmptyState title="No such word">Try a part of it, e.g. bps or stop.</EmptyState> : null}
        {groups
          .filter(({ entries }) => entries.length > 0)
          .map(({ group, entries }) => (
            <section key={group} aria-label={group} className="flex flex-col gap-2">
              <h3 className="border-b border-line1 pb-1 text-[12px] font-semibold text-fg2">{group}</h3>
              <dl className="grid gap-x-8 gap-y-3 lg:grid-cols-2">
                {entries.map((entry) => (
                  <div key={entry.name} className="text-sm">
                    <dt className="font-semibold">{entry.name}</dt>
                    <dd className="text-fg2">
                      {entry.meaning}
                      <Facts entry={entry} />
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
      </div>
    </Panel>
  );
}

function Facts({ entry }: { entry: GlossaryEntry }) {
  const facts = [
    ['Formula', entry.formula],
    ['Unit', entry.unit],
    ['Source', entry.source],
    ['Renewed', entry.interval],
  ].filter((fact): fact is [string, string] => fact[1] !== undefined);
  return facts.map(([name, text]) => (
    <span key={name} className="block text-2xs text-fg3">
      {name}: {text}
    </span>
  ));
}
