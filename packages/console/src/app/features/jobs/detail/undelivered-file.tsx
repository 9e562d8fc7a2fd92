import { fileExtension, formatName } from '@filmgate/core';
import { Anchor, Group, Title } from '@mantine/core';
import type { AdminJob } from '../../../api/responses.ts';
import { saySize } from '../../../shell/say-time.ts';
import { useTexts } from '../../../texts/use-texts.ts';
import { contentUrl, RemoveFile } from './stored-file.tsx';
import { undeliveredTexts } from './undelivered-texts.ts';

/** The file that was read for a job and could not be delivered, where there is one. */
export function UndeliveredFile({ job }: { readonly job: AdminJob }) {
  const { t, language } = useTexts(undeliveredTexts);
  if (job.undelivered_file === null) return null;
  const { content_type: type, size } = job.undelivered_file;
  return (
    <section>
      <Title order={3} size="h6" mb="xs">
        {t('title')}
      </Title>
      <p>{t('text', { format: formatName(type), size: saySize(size, language) })}</p>
      <Group gap="sm">
        <Anchor size="sm" href={contentUrl(job.id)} download={`${job.id}.${fileExtension(type)}`}>
          {t('download')}
        </Anchor>
        {job.state === 'failed' && (
          <RemoveFile id={job.id} label={t('remove')} question={t('remove.question')} />
        )}
      </Group>
    </section>
  );
}
