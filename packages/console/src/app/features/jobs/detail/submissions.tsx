import { Code, Group, Text, Title } from '@mantine/core';
import type { AdminJobDetail } from '../../../api/answers.ts';
import { CopyButton } from '../../../shell/copy-button.tsx';
import { InstantText } from '../../../shell/instant-text.tsx';
import { ToneBadge } from '../../../shell/tone-badge.tsx';
import { useTexts } from '../../../texts/use-texts.ts';
import { detailTexts } from './detail-texts.ts';

/** The names under which an upstream knows the tries of a job. */
export function Submissions({ detail: { submissions } }: { readonly detail: AdminJobDetail }) {
  const { t } = useTexts(detailTexts);
  if (submissions.length === 0) return null;
  return (
    <section>
      <Title order={3} size="h6">
        {t('submissions')}
      </Title>
      <Text size="xs" c="dimmed" mb="xs">
        {t('submissions.help')}
      </Text>
      {submissions.map(({ correlation_id: id, marked_at, has_handle }) => (
        <Group key={id} gap="xs" mb="xs">
          <Code>{id}</Code>
          <CopyButton text={id} size="compact-xs" />
          <ToneBadge tone={has_handle ? 'good' : 'quiet'}>
            {t(has_handle ? 'submissions.receipt' : 'submissions.no-receipt')}
          </ToneBadge>
          <Text size="xs" c="dimmed">
            {t('submissions.marked')} <InstantText at={marked_at} isFull />
          </Text>
        </Group>
      ))}
    </section>
  );
}
