import { retirementSeenAt } from '@filmgate/core';
import { repeatWork } from '@filmgate/runtime-node';
import type { BackgroundWork } from './background-work.ts';
import type { GatewayServices } from './gateway-services.ts';

const dayMs = 86_400_000;

/** Logs each model that its provider ends within 30 days, at the start and once a day. */
export function warnOfRetirements({
  composed,
  options,
}: Pick<GatewayServices, 'composed' | 'options'>): BackgroundWork {
  const { clock, log } = composed.ports;
  const look = (): void => {
    for (const family of options.catalog().families) {
      const retirement = retirementSeenAt(family, clock.now());
      if (retirement === undefined || retirement.isRetired) continue;
      const { retiresAt, replacedBy } = retirement;
      const fields = { family: family.id, retires_at: retiresAt, replaced_by: replacedBy };
      log.warn('model-retires', fields);
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
