import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ActedJob } from '../../../api/responses.ts';
import { jobsTexts } from '../../../texts/jobs.ts';

/** Number of jobs an action skips, by reason. */
export function PassedOver({ jobs }: { readonly jobs: readonly ActedJob[] }) {
  const { t } = useTranslation(jobsTexts);
  const reasons = jobs.flatMap(({ reason }) => (reason === null ? [] : [reason]));
  if (reasons.length === 0) return null;
  return (
    <Text size="sm" component="div">
      {t('many.passed', { count: reasons.length })}
      <ul>
        {[...new Set(reasons)].map((reason) => (
          <li key={reason}>
            {t(`many.reason.${reason}`, { count: reasons.filter((one) => one === reason).length })}
          </li>
        ))}
      </ul>
    </Text>
  );
}
