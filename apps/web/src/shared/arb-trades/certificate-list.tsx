import type { ArbExecution } from '@riptide/contracts/calls';
import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { formatQty } from '../../lib/format.ts';
import { formatClock } from '../../lib/format-time.ts';
import { usePreferences } from '../../lib/preferences.ts';
import { Num, Unknown } from '../num.tsx';

const KINDS = { hedged: 'Certificate of the hedge', flat: 'Certificate of flat' } as const;

/** What both venues held, read again, against what the trade should have left. */
export function CertificateList({ trade }: { trade: ArbExecution }) {
  const { zone } = usePreferences();
  return (
    <section aria-label="Certificates" className="text-[12px]">
      <h3 className="mb-1 font-semibold">Certificates</h3>
      {trade.certificates.length === 0 ? (
        <p className="text-fg3">
          None yet: both venues are read once the legs are alike, and again when they are closed.
        </p>
      ) : (
        <ul className="flex flex-col gap-2">
          {trade.certificates.map((certificate) => (
            <li
              key={`${certificate.kind} ${certificate.timestamp}`}
              className="rounded-ctl border border-line1 px-2.5 py-2"
            >
              <div className="flex items-center gap-1.5">
                {certificate.ok ? (
                  <ShieldCheck size={14} className="text-ok" aria-hidden />
                ) : (
                  <ShieldAlert size={14} className="text-danger" aria-hidden />
                )}
                <b className="font-semibold">{KINDS[certificate.kind]}</b>
                <span className={certificate.ok ? 'text-ok' : 'text-danger'}>
                  {certificate.ok ? 'holds' : 'does not hold'}
                </span>
                <span className="tabular ml-auto text-fg3">{formatClock(certificate.timestamp * 1000, zone)}</span>
              </div>
              <table className="tabular mt-1.5 w-full text-2xs">
                <thead className="text-fg3">
                  <tr>
                    <th scope="col" className="text-left font-medium">
                      Leg
                    </th>
                    {['Before', 'Held', 'Expected', 'Rest'].map((head) => (
                      <th key={head} scope="col" className="text-right font-medium">
                        {head}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {certificate.legs.map((leg) => (
                    <tr key={leg.leg} className="border-t border-line1">
                      <th scope="row" className="py-1 text-left font-normal text-fg2">
                        {leg.venue} {leg.leg}
                      </th>
                      <Qty value={leg.before} />
                      <Qty value={leg.after} />
                      <Qty value={leg.expected} />
                      <Qty value={leg.residual} />
                    </tr>
                  ))}
                </tbody>
              </table>
              <p className="mt-1 text-2xs text-fg3">{certificate.text}</p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Qty({ value }: { value: number | null }) {
  return <td className="text-right">{value === null ? <Unknown /> : formatQty(value)}</td>;
}

/** What was done when the legs were not alike. */
export function RepairList({ trade }: { trade: ArbExecution }) {
  const { zone } = usePreferences();
  if (trade.repairs.length === 0) return null;
  const venueOf = (key: string): string => trade.legs.find((leg) => leg.leg === key)?.venue ?? key;
  return (
    <section aria-label="Repairs" className="text-[12px]">
      <h3 className="mb-1 font-semibold">Repairs</h3>
      <ul className="flex flex-col gap-1">
        {trade.repairs.map((repair) => (
          <li key={`${repair.step} ${repair.timestamp}`} className="tabular text-fg2">
            <span className="text-fg3">{formatClock(repair.timestamp * 1000, zone)}</span> {repair.kind}{' '}
            {formatQty(repair.qty)} on {venueOf(repair.leg)}, step {repair.step}
            <span className="block text-2xs text-fg3">
              completing costs <Num kind="bps" value={repair.completion_bps} />, unwinding{' '}
              <Num kind="bps" value={repair.unwind_bps} /> bps; {repair.reason}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
