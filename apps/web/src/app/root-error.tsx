import type { FallbackProps } from 'react-error-boundary';
import { problemDetails } from '../lib/api-problem.ts';
import { CopyButton } from '../shared/copy-button.tsx';
import { Button } from '../ui/button.tsx';

/** What is left when the whole page can't be drawn. */
export function RootError({ error }: Pick<FallbackProps, 'error'>) {
  return (
    <main role="alert" className="mx-auto flex max-w-[560px] flex-col items-start gap-3 px-5 py-16">
      <h1 className="text-lg font-[640]">Something went wrong.</h1>
      <pre className="max-w-full overflow-auto rounded-panel border border-line1 bg-bg1 p-3 font-mono text-[12px] whitespace-pre-wrap text-fg2">
        {problemDetails(error)}
      </pre>
      <p className="text-fg2">Engines run on the server and are not touched by this.</p>
      <span className="flex gap-2">
        <Button look="primary" onClick={() => window.location.reload()}>
          Reload page
        </Button>
        <CopyButton text={problemDetails(error)} label="Copy details" />
      </span>
    </main>
  );
}
