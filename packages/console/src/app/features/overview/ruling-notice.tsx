import { Alert, Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Overview } from '../../api/answers.ts';
import { Icon } from '../../shell/icon.tsx';
import { useTexts } from '../../texts/use-texts.ts';
import { overviewTexts } from './overview-texts.ts';
import styles from './ruling-notice.module.css';

/** Says that only a person can end some jobs, and leads to them; nothing where there are none. */
export function RulingNotice({ queue }: Pick<Overview, 'queue'>) {
  const { t } = useTexts(overviewTexts);
  const { need_ruling: count, need_ruling_is_exact: isExact } = queue;
  if (count === 0) return null;
  return (
    <Alert
      role="status"
      className={styles['notice'] ?? ''}
      variant="default"
      icon={<Icon name="question" />}
      title={t(isExact ? 'ruling.title' : 'ruling.title-least', { count })}
    >
      <Text size="sm">{t('ruling.text')}</Text>
      <Anchor
        size="sm"
        fw={600}
        renderRoot={(props) => (
          <Link to="/console/jobs" search={{ state: 'outcome_unknown' }} {...props} />
        )}
      >
        {t('ruling.link')}
      </Anchor>
    </Alert>
  );
}
