import { Anchor, Group, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { serverUrl } from '../../../api/mount.ts';
import type { AdminJob } from '../../../api/responses.ts';
import { useRequest } from '../../../api/use-request.ts';
import { ConfirmButton } from '../../../shell/confirm-button.tsx';
import { FailureNotice } from '../../../shell/failure-notice.tsx';
import { sayInstant } from '../../../shell/say-time.ts';
import { useTexts } from '../../../texts/use-texts.ts';
import { detailTexts } from './detail-texts.ts';
import styles from './job-video.module.css';

/** The stored result, where there is one and neither retention nor a person has removed it. */
export function JobVideo({ job }: { readonly job: AdminJob }) {
  const { t, language } = useTexts(detailTexts);
  if (job.state !== 'completed') return null;
  if (job.result === null) return <Text c="dimmed">{t('video.removed')}</Text>;
  const { content_type: type, expires_at: expiresAt } = job.result;
  const isGone = expiresAt !== null && Date.parse(expiresAt) < Date.now();
  const { href } = serverUrl(`/api/v1/admin/jobs/${encodeURIComponent(job.id)}/content`);
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
          <Anchor size="sm" href={href} download={`${job.id}.${isImage ? 'png' : 'mp4'}`}>
            {t('video.download')}
          </Anchor>
          <RemoveVideo id={job.id} />
        </Group>
      )}
    </section>
  );
}

function RemoveVideo({ id }: { readonly id: string }) {
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
      <ConfirmButton
        question={t('video.remove.question')}
        confirm={t('video.remove')}
        onConfirm={remove}
      >
        {t('video.remove')}
      </ConfirmButton>
      {failed !== null && <FailureNotice failed={failed} />}
    </>
  );
}
