import { Anchor, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Trans, useTranslation } from 'react-i18next';
import type { AdminJob, AdminJobDetail, WaitingFor } from '../../../api/responses.ts';
import { InstantText } from '../../../shell/instant-text.tsx';
import { sayMoney } from '../../../shell/say-money.ts';
import { SlotHolders } from '../slot-holders.tsx';
import styles from './notice.module.css';
import type { ResolutionState } from './use-resolution.ts';
import { jobDetailsTexts } from '../../../texts/job-details.ts';
import { jobWordsTexts } from '../../../texts/job-words.ts';
import { useLanguage } from '../../../texts/use-language.ts';

const endings = {
  resolved: 'resolution.done',
  found: 'resolution.done.found',
  late: 'resolution.late',
} as const;

/** Result of a resolution; stays after the job has left the unknown state. */
export function ResolvedNotice({
  resolution: { ended },
}: {
  readonly resolution: ResolutionState;
}) {
  const { t } = useTranslation(jobDetailsTexts);
  if (ended === null) return null;
  return (
    <section
      className={styles['notice']}
      data-tone={ended === 'late' ? 'unsure' : 'good'}
      role="status"
    >
      {ended === 'late' && (
        <Title order={3} size="h6">
          {t('resolution.late.title')}
        </Title>
      )}
      <p>{t(endings[ended])}</p>
    </section>
  );
}

/** Reason a finished video is not stored yet, since when, the event that ends the wait, and the deadline. */
export function FetchNotice({ job: { result_wait: wait } }: { readonly job: AdminJob }) {
  const { t } = useTranslation(jobDetailsTexts);
  const { t: word } = useTranslation(jobWordsTexts);
  if (wait === null) return null;
  return (
    <section className={styles['notice']} data-tone="unsure">
      <Title order={3} size="h6">
        {t('fetch.title')}
      </Title>
      <p>
        <Trans
          t={t}
          i18nKey="fetch.since"
          values={{ why: word(`awaits.${wait.awaits}`) }}
          components={{ since: <InstantText at={wait.since} isFull /> }}
        />
      </p>
      {wait.detail !== null && <p lang="en">{wait.detail}</p>}
      <p>
        {t(`fetch.ends.${wait.awaits}`)} {t('fetch.tries', { count: wait.tries })}
      </p>
      {wait.until !== null && (
        <p>
          <Trans
            t={t}
            i18nKey="fetch.until"
            components={{ until: <InstantText at={wait.until} isFull /> }}
          />
        </p>
      )}
    </section>
  );
}

/** Reasons an open job has no account, for each account. */
export function WaitingNotice({ detail }: { readonly detail: AdminJobDetail }) {
  const { t } = useTranslation(jobDetailsTexts);
  const { job, waiting_for: reasons, accounts } = detail;
  if (job.state !== 'queued' && job.state !== 'awaiting_configuration') return null;
  const isSoon = reasons.length === 0 && accounts.length > 0;
  return (
    <section className={styles['notice']} data-tone={isSoon ? 'quiet' : 'unsure'}>
      <Title order={3} size="h6">
        {t('waiting.title')}
      </Title>
      <p>{t(sayWhole(job.state, isSoon, accounts.length))}</p>
      {job.state === 'awaiting_configuration' && job.deadline_at !== null && (
        <p>
          <Trans
            t={t}
            i18nKey="waiting.deadline"
            components={{ at: <InstantText at={job.deadline_at} isFull /> }}
          />
        </p>
      )}
      {reasons.length > 0 && (
        <ul>
          {reasons.map((reason) => (
            <AccountReason key={reason.account_id} reason={reason} />
          ))}
        </ul>
      )}
      {!isSoon && (
        <Anchor size="sm" renderRoot={(props) => <Link to="/console/accounts" {...props} />}>
          {t('waiting.accounts')}
        </Anchor>
      )}
    </section>
  );
}

function sayWhole(
  state: 'queued' | 'awaiting_configuration',
  isSoon: boolean,
  accountCount: number,
): `waiting.${'soon' | 'no-accounts' | 'queued' | 'awaiting_configuration'}` {
  if (isSoon) return 'waiting.soon';
  return accountCount === 0 ? 'waiting.no-accounts' : `waiting.${state}`;
}

interface AccountReasonProps {
  readonly reason: WaitingFor;
}

function AccountReason({ reason }: AccountReasonProps) {
  const { t } = useTranslation(jobDetailsTexts);
  const { t: word } = useTranslation(jobWordsTexts);
  const language = useLanguage();
  const { account, account_id: accountId, credits_free: free, unit, detail, until } = reason;
  return (
    <li>
      <Trans
        t={t}
        i18nKey={textFor(reason)}
        values={{
          account,
          reason: word(`reason.${reason.reason}`),
          free: free === null ? null : sayMoney(free, unit, language),
        }}
        components={{ name: <strong /> }}
      />
      {reason.reason === 'busy' && (
        <div>
          <SlotHolders accountId={accountId} use={reason} />
        </div>
      )}
      {detail !== null && <div lang="en">{detail}</div>}
      {until !== null && (
        <Text size="sm" component="div">
          <Trans
            t={t}
            i18nKey="waiting.until"
            components={{ until: <InstantText at={until} isFull /> }}
          />
        </Text>
      )}
    </li>
  );
}

/** Reasons about credits show the free balance. */
function textFor({ reason, credits_free: free }: WaitingFor) {
  const isAboutCredits = reason === 'exhausted' || reason.startsWith('credits-');
  if (!isAboutCredits) return 'waiting.reason';
  return free === null ? 'waiting.reason-balance' : 'waiting.reason-credits';
}
