import { fileExtension } from '@filmgate/core';
import { Anchor, Group, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { AdminJob } from '../../../api/responses.ts';
import { sayInstant } from '../../../shell/say-time.ts';
import styles from './job-video.module.css';
import { contentUrl, RemoveFile } from './stored-file.tsx';
import { UndeliveredFile } from './undelivered-file.tsx';
import { jobDetailsTexts } from '../../../texts/job-details.ts';
import { useLanguage } from '../../../texts/use-language.ts';

/** The stored result, unless retention or a person removed it. */
export function JobVideo({ job }: { readonly job: AdminJob }) {
  const { t } = useTranslation(jobDetailsTexts);
  const language = useLanguage();
  if (job.state !== 'completed') return <UndeliveredFile job={job} />;
  if (job.result === null) return <Text c="dimmed">{t('video.removed')}</Text>;
  const { content_type: type, expires_at: expiresAt } = job.result;
  const isGone = expiresAt !== null && Date.parse(expiresAt) < Date.now();
  const href = contentUrl(job.id);
  const isImage = type.startsWith('image/');
  return (
    <section>
      <Title order={3} size="h6" mb="xs">
        {t('video')}
      </Title>
      {isGone && <p>{t('video.gone', { at: sayInstant(expiresAt, language) })}</p>}
      {!isGone && isImage && <img src={href} alt={t('video.image')} className={styles['video']} />}
      {!isGone && !isImage && (
        <video
          src={href}
          controls
          preload="metadata"
          aria-label={t('video.video')}
          className={styles['video']}
        />
      )}
      {!isGone && (
        <Group gap="sm">
          <Anchor size="sm" href={href} download={`${job.id}.${fileExtension(type)}`}>
            {t('video.download')}
          </Anchor>
          <RemoveFile id={job.id} label={t('video.remove')} question={t('video.remove.question')} />
        </Group>
      )}
    </section>
  );
}
