import { Title } from '@mantine/core';
import { useTexts } from '../../../texts/use-texts.ts';
import { detailTexts } from './detail-texts.ts';
import styles from './notice.module.css';
import type { RulingState } from './use-ruling.ts';

/** What became of a ruling somebody just gave; it stays when the job is no longer unknown. */
export function RuledNotice({ ruling: { ended } }: { readonly ruling: RulingState }) {
  const { t } = useTexts(detailTexts);
  if (ended === null) return null;
  return (
    <section
      className={styles['notice']}
      data-tone={ended === 'ruled' ? 'good' : 'unsure'}
      role="status"
    >
      {ended === 'late' && (
        <Title order={3} size="h6">
          {t('ruling.late.title')}
        </Title>
      )}
      <p>{t(ended === 'ruled' ? 'ruling.done' : 'ruling.late')}</p>
    </section>
  );
}
