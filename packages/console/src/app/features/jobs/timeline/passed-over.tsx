import type { TrailStep } from '../../../api/answers.ts';
import { useTexts } from '../../../texts/use-texts.ts';
import { jobWords } from '../job-words.ts';
import styles from './timeline.module.css';
import type { AccountLabel } from './account-label.ts';
import { trailTexts } from './trail-texts.ts';

export interface PassedOverProps {
  readonly refused: NonNullable<TrailStep['detail']['refused']>;
  readonly labelOf: AccountLabel;
}

/** The accounts that did not take a job at some moment, each with its reason. */
export function PassedOver({ refused, labelOf }: PassedOverProps) {
  const { t } = useTexts(trailTexts);
  const { t: word } = useTexts(jobWords);
  if (refused.length === 0) return null;
  return (
    <div className={styles['refused']}>
      {t('refused')}
      <ul>
        {refused.map(({ account, reason, detail }) => (
          <li key={account}>
            {labelOf(account)}: {word(`reason.${reason}`)}
            {detail !== undefined && ` (${detail})`}
          </li>
        ))}
      </ul>
    </div>
  );
}
