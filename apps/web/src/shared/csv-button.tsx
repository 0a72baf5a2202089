import { Download } from 'lucide-react';
import { saveCsv } from '../lib/csv.ts';
import { Button } from '../ui/button.tsx';

interface CsvButtonProps {
  readonly fileName: string;
  /** Writes the file when it is asked for; null while there is nothing to export. */
  readonly text: (() => string) | null;
}

/** The export of a panel, in its header. */
export function CsvButton({ fileName, text }: CsvButtonProps) {
  return (
    <Button
      look="ghost"
      size="iconXs"
      aria-label="Export CSV"
      title="Export CSV"
      disabled={text === null}
      onClick={() => text && saveCsv(fileName, text())}
    >
      <Download size={14} aria-hidden />
    </Button>
  );
}
