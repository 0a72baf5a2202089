import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { cn } from '../../../../ui/cn.ts';
import { CONTROL_BOX, lookOf } from '../../../../ui/field.tsx';
import { FilterSelect } from '../../filters/filter-select.tsx';
import type { AuditFilter } from '../model/audit-search.ts';
import { NAME_MAX, dropFilter, fieldsOf, filterOf, saveFilter, savedFilters } from '../model/saved-filters.ts';

interface SavedFilterMenuProps {
  readonly filter: AuditFilter;
  readonly onApply: (filter: AuditFilter) => void;
}

/** Filters under names, kept in this browser. */
export function SavedFilterMenu({ filter, onApply }: SavedFilterMenuProps) {
  const [saved, setSaved] = useState(savedFilters);
  const [chosen, setChosen] = useState('');
  const [name, setName] = useState<string | null>(null);
  const apply = (wanted: string): void => {
    setChosen(wanted);
    const found = saved.find((each) => each.name === wanted);
    if (found !== undefined) onApply(filterOf(found));
  };
  const save = (): void => {
    const wanted = (name ?? '').trim();
    if (wanted === '') return;
    setSaved(saveFilter({ name: wanted, fields: fieldsOf(filter) }));
    setChosen(wanted);
    setName(null);
  };
  return (
    <>
      {saved.length === 0 ? null : (
        <FilterSelect
          label="Saved filters"
          value={chosen}
          options={[
            { value: '', label: 'Saved filters' },
            ...saved.map((each) => ({ value: each.name, label: each.name })),
          ]}
          onChange={apply}
        />
      )}
      {chosen === '' ? null : (
        <Button
          look="ghost"
          size="sm"
          onClick={() => {
            setSaved(dropFilter(chosen));
            setChosen('');
          }}
        >
          Delete filter
        </Button>
      )}
      {name === null ? (
        <Button look="ghost" size="sm" onClick={() => setName('')}>
          Save filter
        </Button>
      ) : (
        <form
          className="flex items-center gap-1"
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <span className={cn(CONTROL_BOX, lookOf(null, false), 'w-36')}>
            <input
              aria-label="Name of the filter"
              placeholder="Name of the filter"
              value={name}
              maxLength={NAME_MAX}
              onChange={(event) => setName(event.target.value)}
              className="w-full min-w-0 bg-transparent text-sm text-fg1 outline-none placeholder:text-fg3"
            />
          </span>
          <Button size="sm" type="submit" disabled={name.trim() === ''}>
            Save
          </Button>
          <Button look="ghost" size="sm" onClick={() => setName(null)}>
            Cancel
          </Button>
        </form>
      )}
    </>
  );
}
