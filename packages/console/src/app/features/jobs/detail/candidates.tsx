import { Button, Group, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Candidate } from '../../../api/responses.ts';
import { ComparedFields, CreatedAt } from './reported-work.tsx';
import { jobDetailsTexts } from '../../../texts/job-details.ts';

export interface CandidatesProps {
  readonly candidates: readonly Candidate[];
  /** Selects the candidate's id, for the lookup and the resolution. */
  readonly onPick: (upstreamId: string) => void;
}

/** Tasks at the provider that may belong to the job, for a person to choose from. */
export function Candidates({ candidates, onPick }: CandidatesProps) {
  const { t } = useTranslation(jobDetailsTexts);
  if (candidates.length === 0) return null;
  return (
    <div>
      <Title order={4} size="sm">
        {t('candidates.title')}
      </Title>
      <p>{t('candidates.text')}</p>
      <ul aria-label={t('candidates.title')}>
        {candidates.map(({ upstream_id: id, source, created_at: created, compared }) => (
          <li key={id}>
            <Group gap="xs">
              <strong style={{ overflowWrap: 'anywhere' }}>{id}</strong>
              <Button
                size="compact-xs"
                variant="default"
                aria-label={t('candidates.pick.label', { id })}
                onClick={() => onPick(id)}
              >
                {t('candidates.pick')}
              </Button>
            </Group>
            <Text size="xs" component="p">
              {source === 'response' ? t('candidates.response') : <CreatedAt at={created} />}
            </Text>
            {source === 'list' && <ComparedFields compared={compared} />}
          </li>
        ))}
      </ul>
    </div>
  );
}
