import { getOnboarding, putOnboarding, type RouteOutput } from '@riptide/contracts/calls';
import { Link } from '@tanstack/react-router';
import { Check, Circle } from 'lucide-react';
import { useEffect } from 'react';
import { Help } from '../../shared/help.tsx';
import { useCall } from '../../shared/use-call.ts';
import { useCommand } from '../../shared/use-command.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { rememberGone, wasGone } from './onboarding-memory.ts';

const ONBOARDING_INTERVAL_MS = 15_000;

type StepKey = RouteOutput<typeof getOnboarding>['steps'][number]['key'];

const WAYS: Readonly<Record<StepKey, string>> = {
  gate_password: '/app/settings?section=security',
  paper_funded: '/app/portfolio',
  engines_started: '/app/trading',
  venue_key: '/app/api-keys',
  risk_limits: '/app/settings?section=risk',
};

const WHAT_IT_DOES =
  'Riptide watches forced liquidations at four venues. PAS Trader trades the overshoot that follows one, Arbitrage the difference of prices between two venues, and Oraculis learns which way of trading pays. Every trade and every refusal is a decision with its reason. Other words: Settings, Help.';

const LOOK =
  'mb-3 flex items-center max-sm:flex-wrap gap-x-5 gap-y-2 rounded-panel border border-[color-mix(in_srgb,var(--accent)_40%,var(--bg0))] bg-[color-mix(in_srgb,var(--accent)_9%,var(--bg0))] px-3.5 py-2.5 text-sm';

/** The first steps of an installation, until they are done or put away; put away stays put away, for everybody. */
export function OnboardingStrip() {
  const { data, isError } = useCall(getOnboarding, { intervalMs: ONBOARDING_INTERVAL_MS });
  const dismiss = useCommand(putOnboarding, {
    failed: 'The list could not be put away',
    refresh: [getOnboarding],
  });
  const isGone = data === undefined ? null : data.is_dismissed || data.steps.every((step) => step.is_done);
  useEffect(() => {
    if (isGone !== null) rememberGone(isGone);
  }, [isGone]);
  // While the answer is awaited the strip stands as it did last: the page below must not move when it comes.
  if (data === undefined) return isError || wasGone() ? null : <Awaited />;
  if (isGone) return null;
  return (
    <section aria-label="Getting started" className={LOOK}>
      <span className="flex items-center gap-1 max-sm:flex-1">
        <b className="font-semibold whitespace-nowrap">Getting started</b>
        <Help text={WHAT_IT_DOES} />
      </span>
      <ol className="flex min-w-0 flex-1 flex-wrap gap-x-5 gap-y-1 max-sm:order-last max-sm:basis-full max-sm:flex-col max-sm:gap-y-2">
        {data.steps.map((step) => (
          <li key={step.key} className="flex min-h-6 items-center gap-1.5">
            {step.is_done ? (
              <>
                <Check size={15} className="text-ok" aria-hidden />
                <s className="text-fg3">{step.label}</s>
                <span className="sr-only">done</span>
              </>
            ) : (
              <>
                <Circle size={15} className="text-fg3" aria-hidden />
                <Link to={WAYS[step.key]} className="reach text-accent underline underline-offset-3">
                  {step.label}
                </Link>
              </>
            )}
          </li>
        ))}
      </ol>
      <Button
        size="xs"
        look="ghost"
        pending={dismiss.isPending}
        onClick={() => dismiss.mutate({ body: { is_dismissed: true } })}
      >
        Dismiss
      </Button>
    </section>
  );
}

/** The strip without its steps, as large as it will be. */
function Awaited() {
  return (
    <section aria-label="Getting started" aria-busy className={LOOK}>
      <span className="flex items-center gap-1 max-sm:flex-1">
        <b className="font-semibold whitespace-nowrap">Getting started</b>
        <span aria-hidden className="size-6" />
      </span>
      <ol
        aria-hidden
        className="flex min-w-0 flex-1 flex-wrap gap-x-5 gap-y-1 max-sm:order-last max-sm:basis-full max-sm:flex-col"
      >
        {Object.keys(WAYS).map((key) => (
          <li key={key} className="flex min-h-6 items-center">
            <Skeleton width="10em" />
          </li>
        ))}
      </ol>
      <span aria-hidden className="h-6" />
    </section>
  );
}
