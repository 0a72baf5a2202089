import { domainError, err, type ExecutionClient } from '../../domain/index.ts';
import type { LivePermit } from './live-permit.ts';

/**
 * Returns the client with a last lock in front of `place`: whatever asked for it, no order leaves without the permit. The gate
 * `live-confirmed` says the same earlier and with more words; this one can't be forgotten.
 */
export function guardLiveClient(client: ExecutionClient, permit: LivePermit): ExecutionClient {
  return new Proxy(client, {
    get(target, name) {
      if (name !== 'place') {
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      }
      return async (order: Parameters<ExecutionClient['place']>[0]) => {
        if (permit.mayTradeLive(target.venue)) return target.place(order);
        return err(
          domainError('RISK_LIVE_NOT_CONFIRMED', `${target.venue} is not switched to live`, { outcome: 'not-sent' }),
        );
      };
    },
  });
}
