import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { AdminJob } from '../../api/responses.ts';
import { jobWordsTexts } from '../../texts/job-words.ts';

/** Owners other than API users. */
export const ownWords = ['admin', 'service', 'native'] as const;

/** Owner of a job: the API user's name, or the label of another owner. */
export function OwnerText({ job }: { readonly job: Pick<AdminJob, 'owner' | 'owner_name'> }) {
  const { t } = useTranslation(jobWordsTexts);
  const word = ownWords.find((known) => known === job.owner);
  const name = word === undefined ? (job.owner_name ?? job.owner) : t(`owner.${word}`);
  return (
    <Text component="span" size="sm" title={job.owner}>
      {name}
    </Text>
  );
}
