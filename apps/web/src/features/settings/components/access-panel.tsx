import { Panel } from '../../../shared/panel.tsx';
import { Dot } from '../../../ui/dot.tsx';
import { judgeAccess, type AccessFacts } from '../model/page-access.ts';

/** How this browser reaches the product, and what to do where others could listen. */
export function AccessPanel({ facts = window.location }: { facts?: AccessFacts }) {
  const hint = judgeAccess(facts);
  return (
    <Panel title="Access">
      <div className="flex flex-col gap-1.5 px-3.5 py-3 text-sm">
        <span className="flex items-center gap-2">
          <Dot tone={hint.tone} />
          <b className="font-semibold">{hint.title}</b>
          <code className="font-mono text-xs text-fg2">{`${facts.protocol}//${facts.hostname}`}</code>
        </span>
        <p className="text-fg2">{hint.text}</p>
        <p className="text-2xs text-fg3">
          The server listens on loopback unless HOST says otherwise, and then only with a gate password of your own.
        </p>
      </div>
    </Panel>
  );
}
