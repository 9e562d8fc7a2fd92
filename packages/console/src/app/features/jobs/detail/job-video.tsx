import { fileExtension, formatName } from '@filmgate/core';
import { Anchor, Group, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { serverUrl } from '../../../api/mount.ts';
import type { AdminJob } from '../../../api/responses.ts';
import { useRequest } from '../../../api/use-request.ts';
import { ConfirmButton } from '../../../shell/confirm-button.tsx';
import { FailureNotice } from '../../../shell/failure-notice.tsx';
import { sayInstant, saySize } from '../../../shell/say-time.ts';
import { useTexts } from '../../../texts/use-texts.ts';
import { detailTexts } from './detail-texts.ts';
import styles from './job-video.module.css';

/** The stored result, where there is one and neither retention nor a person has removed it. */
export function JobVideo({ job }: { readonly job: AdminJob }) {
  const { t, language } = useTexts(detailTexts);
  if (job.state !== 'completed') return <UndeliveredFile job={job} />;
  if (job.result === null) return <Text c="dimmed">{t('video.removed')}</Text>;
  const { content_type: type, expires_at: expiresAt } = job.result;
  const isGone = expiresAt !== null && Date.parse(expiresAt) < Date.now();
  const href = contentUrl(job);
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
          <RemoveFile id={job.id} words="video.remove" />
        </Group>
      )}
    </section>
  );
}

/** The file that was read for a job and could not be delivered, where there is one. */
function UndeliveredFile({ job }: { readonly job: AdminJob }) {
  const { t, language } = useTexts(detailTexts);
  if (job.undelivered_file === null) return null;
  const { content_type: type, size } = job.undelivered_file;
  return (
    <section>
      <Title order={3} size="h6" mb="xs">
        {t('undelivered')}
      </Title>
      <p>{t('undelivered.text', { format: formatName(type), size: saySize(size, language) })}</p>
      <Group gap="sm">
        <Anchor size="sm" href={contentUrl(job)} download={`${job.id}.${fileExtension(type)}`}>
          {t('video.download')}
        </Anchor>
        {job.state === 'failed' && <RemoveFile id={job.id} words="undelivered.remove" />}
      </Group>
    </section>
  );
}

function contentUrl({ id }: Pick<AdminJob, 'id'>): string {
  return serverUrl(`/api/v1/admin/jobs/${encodeURIComponent(id)}/content`).href;
}

interface RemoveFileProps {
  readonly id: string;
  readonly words: 'video.remove' | 'undelivered.remove';
}

function RemoveFile({ id, words }: RemoveFileProps) {
  const { t } = useTexts(detailTexts);
  const { failed, send } = useRequest();
  const queries = useQueryClient();
  const remove = async (): Promise<void> => {
    const path = '/api/v1/admin/jobs/{id}/result';
    await send({ path, method: 'DELETE', params: { id } });
    await queries.invalidateQueries({ queryKey: ['jobs'] });
  };
  return (
    <>
      <ConfirmButton question={t(`${words}.question`)} confirm={t(words)} onConfirm={remove}>
        {t(words)}
      </ConfirmButton>
      {failed !== null && <FailureNotice failed={failed} />}
    </>
  );
}
