import { Anchor, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { AdminJob, AdminJobDetail, WaitingFor } from '../../../api/responses.ts';
import { InstantText } from '../../../shell/instant-text.tsx';
import { sayMoney } from '../../../shell/say-money.ts';
import { useTexts } from '../../../texts/use-texts.ts';
import { jobWords } from '../job-words.ts';
import { SlotHolders } from '../slot-holders.tsx';
import { detailTexts } from './detail-texts.ts';
import styles from './notice.module.css';
import { resolutionTexts } from './resolution-texts.ts';
import type { ResolutionState } from './use-resolution.ts';

const endings = {
  resolved: 'resolution.done',
  found: 'resolution.done.found',
  late: 'resolution.late',
} as const;

/** What became of a resolution just given; it stays when the job is no longer unknown. */
export function ResolvedNotice({
  resolution: { ended },
}: {
  readonly resolution: ResolutionState;
}) {
  const { t } = useTexts(resolutionTexts);
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

/** What keeps a video that is made from being stored, since when, what ends the wait, and until when it is tried. */
export function FetchNotice({ job: { result_wait: wait } }: { readonly job: AdminJob }) {
  const { t } = useTexts(detailTexts);
  const { t: word } = useTexts(jobWords);
  if (wait === null) return null;
  return (
    <section className={styles['notice']} data-tone="unsure">
      <Title order={3} size="h6">
        {t('fetch.title')}
      </Title>
      <p>
        {t('fetch.since')} <InstantText at={wait.since} isFull />
        {t('fetch.why', { why: word(`awaits.${wait.awaits}`) })}
      </p>
      {wait.detail !== null && <p lang="en">{wait.detail}</p>}
      <p>
        {t(`fetch.ends.${wait.awaits}`)} {t('fetch.tries', { count: wait.tries })}
      </p>
      {wait.until !== null && (
        <p>
          {t('fetch.until')} <InstantText at={wait.until} isFull />
        </p>
      )}
    </section>
  );
}

/** Why an open job has no account, in words and numbers, for each account there is. */
export function WaitingNotice({ detail }: { readonly detail: AdminJobDetail }) {
  const { t } = useTexts(detailTexts);
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
          {t('waiting.deadline')} <InstantText at={job.deadline_at} isFull />
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
  const { t: word } = useTexts(jobWords);
  const numbers = useNumbers(reason);
  const { t } = useTexts(detailTexts);
  return (
    <li>
      <strong>{reason.account}</strong>: {word(`reason.${reason.reason}`)}
      {numbers !== null && ` (${numbers})`}
      {reason.reason === 'busy' && (
        <div>
          <SlotHolders accountId={reason.account_id} use={reason} />
        </div>
      )}
      {reason.detail !== null && (
        <>
          {': '}
          <span lang="en">{reason.detail}</span>
        </>
      )}
      {reason.until !== null && (
        <Text component="span" size="sm">
          , {t('waiting.until')} <InstantText at={reason.until} isFull />
        </Text>
      )}
    </li>
  );
}

/** What is left of the balance, for a reason about it; null for others. */
function useNumbers({ reason, credits_free, unit }: WaitingFor) {
  const { t, language } = useTexts(detailTexts);
  const isAboutCredits = reason === 'exhausted' || reason.startsWith('credits-');
  if (!isAboutCredits) return null;
  return credits_free === null
    ? t('waiting.credits.unknown')
    : t('waiting.credits', { free: sayMoney(credits_free, unit, language) });
}
