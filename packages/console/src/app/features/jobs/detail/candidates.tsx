import { Button, Group, Text, Title } from '@mantine/core';
import type { Candidate } from '../../../api/responses.ts';
import { InstantText } from '../../../shell/instant-text.tsx';
import { useTexts } from '../../../texts/use-texts.ts';
import { resolutionTexts } from './resolution-texts.ts';
import { ComparedFields } from './reported-work.tsx';

export interface CandidatesProps {
  readonly candidates: readonly Candidate[];
  /** Takes up its id, to be looked up and resolved with. */
  readonly onPick: (upstreamId: string) => void;
}

/** Work at the provider that a check found and cannot tell apart, to pick from. */
export function Candidates({ candidates, onPick }: CandidatesProps) {
  const { t } = useTexts(resolutionTexts);
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
              {source === 'response' ? (
                t('candidates.response')
              ) : (
                <>
                  {t('found.made')}{' '}
                  {created === null ? t('found.untold') : <InstantText at={created} isFull />}
                </>
              )}
            </Text>
            {source === 'list' && <ComparedFields compared={compared} />}
          </li>
        ))}
      </ul>
    </div>
  );
}
