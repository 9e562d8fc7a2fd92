import { Anchor, Code, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { AuditEntry } from '../../api/responses.ts';
import type { DataColumn } from '../../shell/data-table/data-column.ts';
import { InstantText } from '../../shell/instant-text.tsx';
import { knownAction } from './audit-actions.ts';
import styles from './change-list.module.css';
import { diffValues, type FieldChange } from './diff-values.ts';
import { targetPage } from './target-page.ts';
import { auditLogTexts } from '../../texts/audit-log.ts';

export function auditColumns(t: TFunction<'audit-log'>): readonly DataColumn<AuditEntry>[] {
  return [
    {
      id: 'time',
      title: t('column.time'),
      width: 1.1,
      cell: ({ time }) => <InstantText at={time} isFull />,
    },
    {
      id: 'actor',
      title: t('column.actor'),
      width: 1.1,
      cell: (entry) => <Actor entry={entry} />,
    },
    {
      id: 'action',
      title: t('column.action'),
      width: 0.9,
      cell: ({ action }) => <ActionText action={action} t={t} />,
    },
    {
      id: 'target',
      title: t('column.target'),
      width: 1.2,
      cell: (entry) => <Target entry={entry} />,
    },
    {
      id: 'change',
      title: t('column.change'),
      width: 2.6,
      cell: (entry) => <ChangeList entry={entry} />,
    },
  ];
}

/** Digits of a session id shown, enough to distinguish sessions; the sessions page shows the whole id. */
const shownDigits = 8;

function Actor({ entry: { actor, address, session_id: id } }: { readonly entry: AuditEntry }) {
  const { t } = useTranslation(auditLogTexts);
  return (
    <>
      <Text size="sm">{actor}</Text>
      <Text size="xs" c="dimmed">
        {address}
        {id !== null && (
          <span title={t('session', { id })}>{` · ${id.slice(0, shownDigits)}`}</span>
        )}
      </Text>
    </>
  );
}

interface ActionTextProps {
  readonly action: string;
  readonly t: TFunction<'audit-log'>;
}

/** Name of the action; unknown actions are shown as sent. */
function ActionText({ action, t }: ActionTextProps) {
  const known = knownAction(action);
  return (
    <Text size="sm" fw={600} title={action}>
      {known === undefined ? action : t(`action.${known}`)}
    </Text>
  );
}

function Target({ entry: { action, target } }: { readonly entry: AuditEntry }) {
  const page = targetPage(action, target);
  const text = target.replaceAll(',', ', ');
  if (page === null) return <Code fz="xs">{text}</Code>;
  return (
    <Anchor
      size="xs"
      ff="monospace"
      renderRoot={(props) => <Link to={page.to} search={page.search} {...props} />}
    >
      {text}
    </Anchor>
  );
}

const firstShown = 4;

/** Changed fields with old and new values; after the first, the rest on request. */
function ChangeList({ entry: { before, after } }: { readonly entry: AuditEntry }) {
  const { t } = useTranslation(auditLogTexts);
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
  const { t } = useTranslation(auditLogTexts);
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
