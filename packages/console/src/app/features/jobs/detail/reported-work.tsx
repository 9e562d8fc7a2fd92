import '@mantine/core/styles/Table.css';
import { Table, Text } from '@mantine/core';
import { Trans, useTranslation } from 'react-i18next';
import type { Candidate, LookedUpWork } from '../../../api/responses.ts';
import { InstantText } from '../../../shell/instant-text.tsx';
import { sayMoney } from '../../../shell/say-money.ts';
import { jobDetailsTexts } from '../../../texts/job-details.ts';
import { useLanguage } from '../../../texts/use-language.ts';

/** Requested fields beside those reported by the provider; differing fields are marked in words. */
export function ComparedFields({ compared }: Pick<Candidate, 'compared'>) {
  const { t } = useTranslation(jobDetailsTexts);
  if (compared.length === 0)
    return (
      <Text size="xs" component="p">
        {t('found.compared.none')}
      </Text>
    );
  return (
    <Table.ScrollContainer minWidth={320} type="native">
      <Table aria-label={t('found.compared')} layout="auto" verticalSpacing={2} fz="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('found.field')}</Table.Th>
            <Table.Th>{t('found.asked')}</Table.Th>
            <Table.Th>{t('found.told')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {compared.map(({ field, asked, reported }) => (
            <Table.Tr key={field}>
              <Table.Td>{field}</Table.Td>
              <Table.Td>{asked === null ? t('found.unreported') : String(asked)}</Table.Td>
              <Table.Td>
                {String(reported)}
                {asked !== null && String(asked) !== String(reported) && (
                  <strong> {t('found.differs')}</strong>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

/** A looked-up provider task: its fields, creation time and cost. */
export function LookedUp({ looked }: { readonly looked: LookedUpWork }) {
  const { t } = useTranslation(jobDetailsTexts);
  const language = useLanguage();
  const { work, sent_between: sent } = looked;
  return (
    <div role="status">
      <Text size="sm" component="p">
        {t(`found.standing.${work.standing}`, { id: work.upstream_id })}
      </Text>
      {work.usage !== null && (
        <Text size="sm" component="p">
          {t('found.took', { cost: sayMoney(work.usage.amount, work.usage.unit, language) })}
        </Text>
      )}
      <Text size="xs" component="p">
        <CreatedAt at={work.created_at} />
      </Text>
      <Text size="xs" component="p">
        <Trans
          t={t}
          i18nKey="found.sent"
          components={{
            from: <InstantText at={sent.from} isFull />,
            to: <InstantText at={sent.to} isFull />,
          }}
        />
      </Text>
      <ComparedFields compared={work.compared} />
    </div>
  );
}

/** Creation of the provider's task; null where the provider does not report it. */
export function CreatedAt({ at }: { readonly at: string | null }) {
  const { t } = useTranslation(jobDetailsTexts);
  return (
    <Trans
      t={t}
      i18nKey="found.made"
      components={{ at: <InstantText at={at} isFull never={t('found.unreported')} /> }}
    />
  );
}
