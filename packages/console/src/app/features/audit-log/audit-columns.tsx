import { Anchor, Code, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { AuditEntry } from '../../api/answers.ts';
import type { DataColumn } from '../../shell/data-table/data-column.ts';
import { InstantText } from '../../shell/instant-text.tsx';
import type { Translate } from '../../texts/use-texts.ts';
import { knownAction } from './audit-actions.ts';
import type { auditLogTexts } from './audit-log-texts.ts';
import { ChangeList } from './change-list.tsx';
import { targetPage } from './target-page.ts';

export function auditColumns(
  t: Translate<(typeof auditLogTexts)['en']>,
): readonly DataColumn<AuditEntry>[] {
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
      width: 0.6,
      cell: ({ actor }) => <Text size="sm">{actor}</Text>,
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

interface ActionTextProps {
  readonly action: string;
  readonly t: Translate<(typeof auditLogTexts)['en']>;
}

/** What was done; a word these pages do not know stands as it is. */
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
