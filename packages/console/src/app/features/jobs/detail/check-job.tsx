import { Button, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRequest } from '../../../api/use-request.ts';
import type { AdminJob, Candidate } from '../../../api/responses.ts';
import { FailureNotice } from '../../../shell/failure-notice.tsx';
import { jobDetailsTexts } from '../../../texts/job-details.ts';
import { useLanguage } from '../../../texts/use-language.ts';
import { jobWordsTexts } from '../../../texts/job-words.ts';

interface Reported {
  readonly checked: 'upstream' | 'record';
  readonly state: AdminJob['state'];
  readonly at: Date;
}

interface CheckJobProps {
  readonly job: AdminJob;
  /** Called with the provider's tasks that may belong to a job with an unknown outcome. */
  readonly onCandidates?: (candidates: readonly Candidate[]) => void;
}

/** Checks a job again and shows the result. */
export function CheckJob({ job, onCandidates }: CheckJobProps) {
  const { t } = useTranslation(jobDetailsTexts);
  const language = useLanguage();
  const { t: word } = useTranslation(jobWordsTexts);
  const { isSending, failed, send } = useRequest();
  const queries = useQueryClient();
  const [reported, setReported] = useState<Reported | null>(null);
  const check = async (): Promise<void> => {
    const path = '/api/v1/admin/jobs/{id}/check';
    const outcome = await send({ path, method: 'POST', params: { id: job.id } });
    if (outcome.kind !== 'answered') return;
    const { value } = outcome;
    setReported({ checked: value.checked, state: value.job.state, at: new Date() });
    onCandidates?.(value.candidates);
    await queries.invalidateQueries({ queryKey: ['jobs'] });
  };
  return (
    <div>
      <Group gap="sm">
        <Button size="xs" variant="default" loading={isSending} onClick={() => void check()}>
          {t(reported === null ? 'check' : 'check.again')}
        </Button>
        <Text size="xs" c="dimmed" flex="1 1 14rem">
          {t('check.help')}
        </Text>
      </Group>
      <Text size="sm" role="status" mt={reported === null ? 0 : 'xs'}>
        {reported !== null &&
          t(`check.${reported.checked}`, {
            at: reported.at.toLocaleTimeString(language),
            state: word(`state.${reported.state}`),
          })}
      </Text>
      {failed !== null && <FailureNotice failed={failed} />}
    </div>
  );
}
