import { Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../../api/api-provider.tsx';
import type { Failed } from '../../../api/outcome.ts';
import type { WorkbenchJob } from '../../../api/responses.ts';
import { FailureNotice } from '../../../shell/failure-notice.tsx';
import styles from './job-card.module.css';
import { workbenchTexts } from '../../../texts/workbench.ts';
import { useLanguage } from '../../../texts/use-language.ts';

export interface UnknownOutcomeProps {
  readonly job: WorkbenchJob;
  readonly onChecked: (job: WorkbenchJob) => void;
}

/** Explains an unknown outcome. Only a check is offered: nothing submits the job again. */
export function UnknownOutcome({ job, onChecked }: UnknownOutcomeProps) {
  const { t } = useTranslation(workbenchTexts);
  const language = useLanguage();
  const { check, isChecking, reported, failed } = useCheck(job, onChecked);
  return (
    <div className={styles['unsure']}>
      <strong>{t('unknown.title')}</strong>
      <p>{t('unknown.text')}</p>
      {reported !== null && (
        <p role="status">
          {t(`check.${reported.against}`, { time: reported.at.toLocaleTimeString(language) })}
        </p>
      )}
      {failed !== null && <FailureNotice failed={failed} />}
      <Group gap="sm">
        <Button
          size="compact-sm"
          variant="default"
          loading={isChecking}
          onClick={() => void check()}
        >
          {t('check')}
        </Button>
        {reported?.against === 'record' && (
          <Link to="/console/jobs" search={{ job: job.job_id }}>
            {t('unknown.rule')}
          </Link>
        )}
      </Group>
    </div>
  );
}

function useCheck({ job_id }: WorkbenchJob, onChecked: UnknownOutcomeProps['onChecked']) {
  const api = useApi();
  const [isChecking, setChecking] = useState(false);
  const [failed, setFailed] = useState<Failed | null>(null);
  const [reported, setReported] = useState<{
    readonly against: 'upstream' | 'record';
    readonly at: Date;
  } | null>(null);
  const check = async (): Promise<void> => {
    setChecking(true);
    const path = '/local-video/jobs/{id}/check';
    const outcome = await api.ask({ path, method: 'POST', params: { id: job_id } });
    setChecking(false);
    setFailed(outcome.kind === 'answered' ? null : outcome);
    if (outcome.kind !== 'answered') return;
    setReported({ against: outcome.value.checked, at: new Date() });
    onChecked(outcome.value.job);
  };
  return { check, isChecking, reported, failed };
}
