import { Text } from '@mantine/core';
import type { ActedJob } from '../../../api/responses.ts';
import { useTexts } from '../../../texts/use-texts.ts';
import { manyTexts } from './many-texts.ts';

/** How many jobs an act leaves as they are, and why. */
export function PassedOver({ jobs }: { readonly jobs: readonly ActedJob[] }) {
  const { t } = useTexts(manyTexts);
  const reasons = jobs.flatMap(({ reason }) => (reason === null ? [] : [reason]));
  if (reasons.length === 0) return null;
  return (
    <Text size="sm" component="div">
      {t('passed', { count: reasons.length })}
      <ul>
        {[...new Set(reasons)].map((reason) => (
          <li key={reason}>
            {t(`reason.${reason}`, { count: reasons.filter((one) => one === reason).length })}
          </li>
        ))}
      </ul>
    </Text>
  );
}
