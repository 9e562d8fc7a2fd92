import '@mantine/core/styles/Table.css';
import { Table, Text } from '@mantine/core';
import type { Candidate, LookedUpWork } from '../../../api/responses.ts';
import { InstantText } from '../../../shell/instant-text.tsx';
import { sayMoney } from '../../../shell/say-money.ts';
import { useTexts } from '../../../texts/use-texts.ts';
import { resolutionTexts } from './resolution-texts.ts';

/** What was asked for beside what the provider tells; a field that differs says so in words. */
export function ComparedFields({ compared }: Pick<Candidate, 'compared'>) {
  const { t } = useTexts(resolutionTexts);
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
              <Table.Td>{asked === null ? t('found.untold') : String(asked)}</Table.Td>
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

/** Work that was looked up: what it is, when it was made, and what it cost. */
export function LookedUp({ looked }: { readonly looked: LookedUpWork }) {
  const { t, language } = useTexts(resolutionTexts);
  const { work, sent_between: sent } = looked;
  return (
    <div role="status">
      <Text size="sm" component="p">
        {t(`found.standing.${work.standing}`, { id: work.upstream_id })}
        {work.usage !== null &&
          t('found.took', { cost: sayMoney(work.usage.amount, work.usage.unit, language) })}
      </Text>
      <Text size="xs" component="p">
        {t('found.made')}{' '}
        {work.created_at === null ? t('found.untold') : <InstantText at={work.created_at} isFull />}
        {t('found.sent')} <InstantText at={sent.from} isFull /> –{' '}
        <InstantText at={sent.to} isFull />
      </Text>
      <ComparedFields compared={work.compared} />
    </div>
  );
}
