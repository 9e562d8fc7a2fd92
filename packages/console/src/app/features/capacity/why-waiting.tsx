import { type AccountRefusalReason, accountRefusalReasons } from '@filmgate/core';
import { Paper, Stack, Text, Title } from '@mantine/core';
import { Trans, useTranslation } from 'react-i18next';
import type { Overview } from '../../api/responses.ts';
import { EmptyState } from '../../shell/empty-state.tsx';
import { InstantText } from '../../shell/instant-text.tsx';
import { SlotHolders } from '../jobs/slot-holders.tsx';
import { AccountsLink } from './accounts-link.tsx';
import { helpfulReasons } from './helpful-reasons.ts';
import styles from './capacity.module.css';
import { capacityTexts } from '../../texts/capacity.ts';
import { useLanguage } from '../../texts/use-language.ts';
import { jobWordsTexts } from '../../texts/job-words.ts';
import { sayList } from '../../shell/say-list.ts';

type FamilyWait = Overview['waiting']['families'][number];
type ReasonOfWait = FamilyWait['reasons'][number];

interface WhyWaitingProps extends Pick<Overview, 'waiting' | 'accounts'> {
  /** Earliest instant at which a paused account accepts jobs again. */
  readonly opensAt: string | null;
}

/** Reasons jobs wait now, by family. */
export function WhyWaiting({ waiting, accounts, opensAt }: WhyWaitingProps) {
  const { t } = useTranslation(capacityTexts);
  const { families, looked_at } = waiting;
  if (families.length === 0) {
    return (
      <EmptyState icon="check" title={t('why.nothing.title')}>
        {t('why.nothing')}
      </EmptyState>
    );
  }
  const jobsWaiting = families.reduce((sum, { jobs }) => sum + jobs, 0);
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
            <Trans t={t} i18nKey="why.opens" components={{ at: <InstantText at={opensAt} /> }} />
          </Text>
        )}
        {jobsWaiting >= looked_at && looked_at >= 200 && (
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
  const { t } = useTranslation(capacityTexts);
  const { family, jobs, oldest_at, starting, stuck } = wait;
  const reasons = helpfulReasons(wait);
  return (
    <div>
      <Text size="sm" fw={600}>
        <Trans
          t={t}
          i18nKey="why.jobs"
          values={{ family, count: jobs }}
          components={{ at: <InstantText at={oldest_at} /> }}
        />
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
  const { t } = useTranslation(capacityTexts);
  const language = useLanguage();
  const words = useTranslation(jobWordsTexts);
  const values = {
    accounts: sayList(accounts, language),
    // Unknown reasons of a later version are shown as sent.
    reason: isReason(reason) ? words.t(`reason.${reason}`) : reason,
  };
  return (
    <li>
      {jobs === all ? t('why.reason', values) : t('why.reason-for', { ...values, jobs, all })}
      {reason === 'busy' && <Holders pool={pool.filter(({ id }) => ids.includes(id))} />}
    </li>
  );
}

/** Jobs that occupy the slots of accounts without a free slot. */
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
