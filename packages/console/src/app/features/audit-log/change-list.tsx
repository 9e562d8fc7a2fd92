import type { AuditEntry } from '../../api/answers.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { auditLogTexts } from './audit-log-texts.ts';
import styles from './change-list.module.css';
import { diffValues, type FieldChange } from './diff-values.ts';

const firstShown = 4;

/** The fields an act changed, old and new; of many the first, and the others on demand. */
export function ChangeList({ entry: { before, after } }: { readonly entry: AuditEntry }) {
  const { t } = useTexts(auditLogTexts);
  const changes = diffValues(before, after);
  const others = changes.slice(firstShown);
  if (changes.length === 0) return <span className={styles['none']}>{t('unchanged')}</span>;
  return (
    <>
      <Changes changes={changes.slice(0, firstShown)} />
      {others.length > 0 && (
        <details className={styles['others']}>
          <summary>{t('more', { count: others.length })}</summary>
          <Changes changes={others} />
        </details>
      )}
    </>
  );
}

function Changes({ changes }: { readonly changes: readonly FieldChange[] }) {
  const { t } = useTexts(auditLogTexts);
  return (
    <dl className={styles['changes']}>
      {changes.map(({ field, before, after }) => (
        <div key={field}>
          <dt>{field}</dt>
          <dd>
            {before !== null && <del>{before}</del>}
            {before !== null && <span aria-hidden="true"> → </span>}
            <ins>{after ?? t('absent')}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
