import { Title } from '@mantine/core';
import type { AdminJob } from '../../../api/answers.ts';
import { InstantText } from '../../../shell/instant-text.tsx';
import { useTexts } from '../../../texts/use-texts.ts';
import { jobWords } from '../job-words.ts';
import { detailTexts } from './detail-texts.ts';
import styles from './notice.module.css';

/** What keeps a film that is made from being stored, since when, and until when it is tried. */
export function FetchNotice({ job: { result_wait: wait } }: { readonly job: AdminJob }) {
  const { t } = useTexts(detailTexts);
  const { t: word } = useTexts(jobWords);
  if (wait === null) return null;
  return (
    <section className={styles['notice']} data-tone="unsure">
      <Title order={3} size="h6">
        {t('fetch.title')}
      </Title>
      <p>
        {t('fetch.since')} <InstantText at={wait.since} isFull />
        {t('fetch.why', { why: word(`awaits.${wait.awaits}`) })}
      </p>
      <p>{wait.awaits === 'space' ? t('fetch.space') : t('fetch.text', { count: wait.tries })}</p>
      {wait.until !== null && (
        <p>
          {t('fetch.until')} <InstantText at={wait.until} isFull />
        </p>
      )}
    </section>
  );
}
