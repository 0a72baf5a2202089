import { Panel } from '../../../shared/panel.tsx';

/** What a bandit is, in plain words. */
export function BanditExplained() {
  return (
    <Panel title="How it learns, in plain words" className="h-full">
      <div className="px-3.5 pt-3 pb-1 text-sm text-fg2 lg:columns-2 lg:gap-8 [&>p]:mb-2 [&>p]:break-inside-avoid">
        <p>
          Oraculis is a bandit: at each trigger it stands before several levers, called <b className="text-fg1">arms</b>
          . An arm is one way to answer the trigger: with or against the move, how far away, with which target and stop.
          Doing nothing is an arm too.
        </p>
        <p>
          For each arm it keeps a <b className="text-fg1">belief</b>: what the arm earns after fees, and how unsure that
          is. To choose, it draws one number from each belief and takes the highest. An arm that looks good is drawn
          high often; one that is little known is drawn high sometimes, and so gets tried. That is{' '}
          <b className="text-fg1">exploration</b>.
        </p>
        <p>
          After each trigger the outcomes of all arms are worked out, also of those not taken, from the market that
          followed (shadows). Beliefs grow narrower with outcomes, and forget when the market changes (drift).
        </p>
        <p>
          <b className="text-fg1">Regret</b> is what the best fixed arm would have earned more. It rises while it
          learns, and should flatten. If it does not, the choices are no better than always doing the same.
        </p>
      </div>
    </Panel>
  );
}
