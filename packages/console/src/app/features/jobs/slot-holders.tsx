import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { InstantText } from '../../shell/instant-text.tsx';
import { defineTexts } from '../../texts/define-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { running } from './job-groups.ts';
import styles from './slot-holders.module.css';

const slotTexts = defineTexts('slot-holders', {
  en: {
    taken: '{{busy}} of {{concurrency}} slots taken',
    making_one: '{{count}} being made',
    making_other: '{{count}} being made',
    unknown_one: '{{count}} held by an unknown outcome',
    unknown_other: '{{count}} held by unknown outcomes',
    until: 'until',
    colon: ': ',
    comma: ', ',
  },
  zh: {
    taken: '名额已用 {{busy}}/{{concurrency}}',
    making_one: '{{count}} 个生成中',
    making_other: '{{count}} 个生成中',
    unknown_one: '{{count}} 个被结果未知的任务占用',
    unknown_other: '{{count}} 个被结果未知的任务占用',
    until: '至',
    colon: '：',
    comma: '，',
  },
});

export interface SlotHoldersProps {
  readonly accountId: string;
  readonly use: {
    readonly busy: number;
    readonly concurrency: number;
    readonly busy_unknown: number;
    readonly unknown_until: string | null;
  };
}

/** How many slots of an account are taken and by what, with the way to these jobs: resolving an unknown outcome frees its slot. */
export function SlotHolders({ accountId, use }: SlotHoldersProps) {
  const { t } = useTexts(slotTexts);
  const { busy, concurrency, busy_unknown: unknown, unknown_until: until } = use;
  const making = busy - unknown;
  return (
    <span className={styles['holders']}>
      {t('taken', { busy, concurrency })}
      {busy > 0 && t('colon')}
      {making > 0 && (
        <JobsLink accountId={accountId} states={running.join(',')}>
          {t('making', { count: making })}
        </JobsLink>
      )}
      {making > 0 && unknown > 0 && t('comma')}
      {unknown > 0 && (
        <>
          <JobsLink accountId={accountId} states="outcome_unknown">
            {t('unknown', { count: unknown })}
          </JobsLink>
          {until !== null && (
            <>
              {` ${t('until')} `}
              <InstantText at={until} isFull />
            </>
          )}
        </>
      )}
    </span>
  );
}

interface JobsLinkProps {
  readonly accountId: string;
  readonly states: string;
  readonly children: string;
}

/** Leads to the jobs of an account in some states. */
function JobsLink({ accountId: account, states: state, children }: JobsLinkProps) {
  return (
    <Anchor
      inherit
      renderRoot={(props) => <Link to="/console/jobs" search={{ account, state }} {...props} />}
    >
      {children}
    </Anchor>
  );
}
