import { type AccountRefusalReason, accountRefusalReasons } from '@filmgate/core';
import { Paper, Stack, Text, Title } from '@mantine/core';
import type { Overview } from '../../api/responses.ts';
import { EmptyState } from '../../shell/empty-state.tsx';
import { InstantText } from '../../shell/instant-text.tsx';
import { useTexts } from '../../texts/use-texts.ts';
import { jobWords } from '../jobs/job-words.ts';
import { SlotHolders } from '../jobs/slot-holders.tsx';
import { AccountsLink } from './accounts-link.tsx';
import { capacityTexts } from './capacity-texts.ts';
import { helpfulReasons } from './helpful-reasons.ts';
import styles from './capacity.module.css';

type FamilyWait = Overview['waiting']['families'][number];
type ReasonOfWait = FamilyWait['reasons'][number];

interface WhyWaitingProps extends Pick<Overview, 'waiting' | 'accounts'> {
  /** When the first account that rests may take work again. */
  readonly opensAt: string | null;
}

/** Why jobs wait now, by family, in words. */
export function WhyWaiting({ waiting, accounts, opensAt }: WhyWaitingProps) {
  const { t } = useTexts(capacityTexts);
  const { families, looked_at } = waiting;
  if (families.length === 0) {
    return (
      <EmptyState icon="check" title={t('why.nothing.title')}>
        {t('why.nothing')}
      </EmptyState>
    );
  }
  const reported = families.reduce((sum, { jobs }) => sum + jobs, 0);
  return (
    <Paper withBorder p="sm" bg="var(--surface)" component="section" aria-label={t('why.title')}>
      <Stack gap="sm">
        <Title order={2} size="h5">
          {t('why.title')}
        </Title>
        {families.map((wait) => (
          <FamilyReasons key={wait.family} wait={wait} accounts={accounts} />
        ))}
        {opensAt !== null && (
          <Text size="sm">
            {t('why.opens')} <InstantText at={opensAt} />
          </Text>
        )}
        {reported >= looked_at && looked_at >= 200 && (
          <Text size="xs" c="dimmed">
            {t('why.oldest', { count: looked_at })}
          </Text>
        )}
        <AccountsLink />
      </Stack>
    </Paper>
  );
}

interface FamilyReasonsProps extends Pick<Overview, 'accounts'> {
  readonly wait: FamilyWait;
}

function FamilyReasons({ wait, accounts }: FamilyReasonsProps) {
  const { t } = useTexts(capacityTexts);
  const { family, jobs, oldest_at, starting, stuck } = wait;
  const reasons = helpfulReasons(wait);
  return (
    <div>
      <Text size="sm" fw={600}>
        {t('why.jobs', { family, count: jobs })} <InstantText at={oldest_at} />
      </Text>
      <ul className={styles['reasons']}>
        {reasons.map((reason) => (
          <Reason key={reason.reason} {...reason} all={jobs} pool={accounts} />
        ))}
        {reasons.length === 0 && starting < jobs && <li>{t('why.no-account')}</li>}
        {starting > 0 && <li>{t('why.starting', { count: starting })}</li>}
        {stuck > 0 && <li>{t('why.stuck', { count: stuck })}</li>}
      </ul>
    </div>
  );
}

const isReason = (text: string): text is AccountRefusalReason =>
  accountRefusalReasons.some((reason) => reason === text);

interface ReasonProps extends ReasonOfWait {
  readonly all: number;
  readonly pool: Overview['accounts'];
}

function Reason({ reason, accounts, account_ids: ids, jobs, all, pool }: ReasonProps) {
  const { t, language } = useTexts(capacityTexts);
  const words = useTexts(jobWords);
  const values = {
    accounts: new Intl.ListFormat(language, { type: 'unit' }).format(accounts),
    // A word of a later version is better than none.
    reason: isReason(reason) ? words.t(`reason.${reason}`) : reason,
  };
  return (
    <li>
      {jobs === all ? t('why.reason', values) : t('why.reason-for', { ...values, jobs, all })}
      {reason === 'busy' && <Holders pool={pool.filter(({ id }) => ids.includes(id))} />}
    </li>
  );
}

/** What holds the slots of accounts that have none free. */
function Holders({ pool }: { readonly pool: Overview['accounts'] }) {
  return (
    <ul className={styles['reasons']}>
      {pool.map(({ id, label, ...use }) => (
        <li key={id}>
          {label}: <SlotHolders accountId={id} use={use} />
        </li>
      ))}
    </ul>
  );
}
