import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { AdminJob } from '../../../api/responses.ts';
import { useRequest } from '../../../api/use-request.ts';
import { ConfirmButton } from '../../../shell/confirm-button.tsx';
import { FailureNotice } from '../../../shell/failure-notice.tsx';
import { jobDetailsTexts } from '../../../texts/job-details.ts';

/** Cancels a job that was not submitted. */
export function CancelJob({ job: { id, price } }: { readonly job: AdminJob }) {
  const { t } = useTranslation(jobDetailsTexts);
  const queries = useQueryClient();
  const { failed, send } = useRequest();
  const cancel = async (): Promise<void> => {
    await send({ path: '/api/v1/admin/jobs/{id}/cancel', method: 'POST', params: { id } });
    await queries.invalidateQueries({ queryKey: ['jobs'] });
    await queries.invalidateQueries({ queryKey: ['audit-log'] });
  };
  return (
    <div>
      <ConfirmButton question={t('cancel.question', { price })} onConfirm={cancel}>
        {t('cancel')}
      </ConfirmButton>
      {failed !== null && <FailureNotice failed={failed} />}
    </div>
  );
}
