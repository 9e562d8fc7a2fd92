import type { ProviderFacts } from '@filmgate/provider-facts';
import type { RefusalRule } from './provider-description.ts';

/** Refusals by the errors of a provider that prove them. */
export function documentedRefusals({ errors, source }: ProviderFacts): readonly RefusalRule[] {
  return errors.flatMap(({ status, code, stands = [code], proves, source: own = source }) =>
    proves === undefined
      ? []
      : stands.map((one) => ({
          status,
          code: one === '*' ? null : one,
          ...proves,
          source: own.page,
          read: own.read,
        })),
  );
}
