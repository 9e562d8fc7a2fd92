import { Anchor, Title } from '@mantine/core';
import { serverUrl } from '../../../api/mount.ts';
import type { AdminJob } from '../../../api/schemas/admin-job.ts';
import { sayInstant } from '../../../shell/say-time.ts';
import { useTexts } from '../../../texts/use-texts.ts';
import { detailTexts } from './detail-texts.ts';
import styles from './job-film.module.css';

/** The stored result, where there is one and retention has not removed it. */
export function JobFilm({ job }: { readonly job: AdminJob }) {
  const { t, language } = useTexts(detailTexts);
  if (job.state !== 'completed' || job.result === null) return null;
  const { content_type: type, expires_at: expiresAt } = job.result;
  const isGone = expiresAt !== null && Date.parse(expiresAt) < Date.now();
  const { href } = serverUrl(`/api/v1/admin/jobs/${encodeURIComponent(job.id)}/content`);
  const isImage = type.startsWith('image/');
  return (
    <section>
      <Title order={3} size="h6" mb="xs">
        {t('film')}
      </Title>
      {isGone && <p>{t('film.gone', { at: sayInstant(expiresAt, language) })}</p>}
      {!isGone && isImage && <img src={href} alt={t('film.image')} className={styles['film']} />}
      {!isGone && !isImage && (
        <video
          src={href}
          controls
          preload="metadata"
          aria-label={t('film.video')}
          className={styles['film']}
        />
      )}
      {!isGone && (
        <Anchor size="sm" href={href} download={`${job.id}.${isImage ? 'png' : 'mp4'}`}>
          {t('film.download')}
        </Anchor>
      )}
    </section>
  );
}
