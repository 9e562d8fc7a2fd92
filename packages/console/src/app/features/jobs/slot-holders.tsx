import type { ReactNode } from 'react';
import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Trans, useTranslation } from 'react-i18next';
import { InstantText } from '../../shell/instant-text.tsx';
import { running } from './job-groups.ts';
import styles from './slot-holders.module.css';
import { jobWordsTexts } from '../../texts/job-words.ts';

export interface SlotHoldersProps {
  readonly accountId: string;
  readonly use: {
    readonly busy: number;
    readonly concurrency: number;
    readonly busy_unknown: number;
    readonly unknown_until: string | null;
  };
}

/** Occupied slots of an account by kind, with links to their jobs: resolving an unknown outcome frees its slot. */
export function SlotHolders({ accountId, use }: SlotHoldersProps) {
  const { t } = useTranslation(jobWordsTexts);
  const { busy, concurrency, busy_unknown: unknown, unknown_until: until } = use;
  const making = busy - unknown;
  return (
    <span className={styles['holders']}>
      <Trans
        t={t}
        i18nKey={textFor({ making, unknown, until })}
        values={{ busy, concurrency, making, unknown }}
        components={{
          making: <JobsLink accountId={accountId} states={running.join(',')} />,
          unknown: <JobsLink accountId={accountId} states="outcome_unknown" />,
          until: <InstantText at={until} isFull />,
        }}
      />
    </span>
  );
}

interface Holders {
  /** Slots of running jobs. */
  readonly making: number;
  /** Slots of jobs with an unknown outcome. */
  readonly unknown: number;
  readonly until: string | null;
}

function textFor({ making, unknown, until }: Holders) {
  if (unknown === 0) return making > 0 ? 'slots.making' : 'slots.none';
  if (until === null) return making > 0 ? 'slots.both' : 'slots.unknown';
  return making > 0 ? 'slots.both-until' : 'slots.unknown-until';
}

interface JobsLinkProps {
  readonly accountId: string;
  readonly states: string;
  readonly children?: ReactNode;
}

/** Link to an account's jobs in the given states. */
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
