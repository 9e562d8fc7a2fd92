import { retirementSeenAt } from '@filmgate/core';
import { type RepeatedWork, repeatWork } from '@filmgate/runtime-node';
import type { GatewayServices } from './gateway-services.ts';

const dayMs = 86_400_000;

/** Logs each model that its provider ends within 30 days or has ended, at the start and once a day. */
export function warnOfRetirements({
  composed,
  options,
}: Pick<GatewayServices, 'composed' | 'options'>): RepeatedWork {
  const { clock, log } = composed.ports;
  const look = (): void => {
    for (const family of options.catalog().families) {
      const retirement = retirementSeenAt(family, clock.now());
      if (retirement === undefined) continue;
      const { retiresAt, replacedBy } = retirement;
      const fields = { family: family.id, retires_at: retiresAt, replaced_by: replacedBy };
      log.warn(retirement.isRetired ? 'model-retired' : 'model-retires', fields);
    }
  };
  const daily = repeatWork(clock, dayMs, look);
  return {
    start: () => {
      look();
      daily.start();
    },
    stop: () => daily.stop(),
  };
}
