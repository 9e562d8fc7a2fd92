import { Text } from '@mantine/core';
import type { AdminJob } from '../../api/responses.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { jobWords } from './job-words.ts';

/** Owners that are no API users. */
export const ownWords = ['admin', 'service', 'native'] as const;

/** Whose job it is: the name of the API user, or what the others are called. */
export function OwnerText({ job }: { readonly job: Pick<AdminJob, 'owner' | 'owner_name'> }) {
  const { t } = useTexts(jobWords);
  const word = ownWords.find((known) => known === job.owner);
  const name = word === undefined ? (job.owner_name ?? job.owner) : t(`owner.${word}`);
  return (
    <Text component="span" size="sm" title={job.owner}>
      {name}
    </Text>
  );
}
