import { fileExtension, formatName } from '@filmgate/core';
import { Anchor, Group, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { AdminJob } from '../../../api/responses.ts';
import { saySize } from '../../../shell/say-time.ts';
import { contentUrl, RemoveFile } from './stored-file.tsx';
import { jobDetailsTexts } from '../../../texts/job-details.ts';
import { useLanguage } from '../../../texts/use-language.ts';

/** A fetched file that could not be delivered, if any. */
export function UndeliveredFile({ job }: { readonly job: AdminJob }) {
  const { t } = useTranslation(jobDetailsTexts);
  const language = useLanguage();
  if (job.undelivered_file === null) return null;
  const { content_type: type, size } = job.undelivered_file;
  return (
    <section>
      <Title order={3} size="h6" mb="xs">
        {t('undelivered.title')}
      </Title>
      <p>{t('undelivered.text', { format: formatName(type), size: saySize(size, language) })}</p>
      <Group gap="sm">
        <Anchor size="sm" href={contentUrl(job.id)} download={`${job.id}.${fileExtension(type)}`}>
          {t('undelivered.download')}
        </Anchor>
        {job.state === 'failed' && (
          <RemoveFile
            id={job.id}
            label={t('undelivered.remove')}
            question={t('undelivered.remove.question')}
          />
        )}
      </Group>
    </section>
  );
}
