import { useQueryClient } from '@tanstack/react-query';
import type { AdminJob } from '../../../api/responses.ts';
import { useRequest } from '../../../api/use-request.ts';
import { ConfirmButton } from '../../../shell/confirm-button.tsx';
import { FailureNotice } from '../../../shell/failure-notice.tsx';
import { useTexts } from '../../../texts/use-texts.ts';
import { resolutionTexts } from './resolution-texts.ts';

/** Ends a job that was not sent. */
export function CancelJob({ job: { id, price } }: { readonly job: AdminJob }) {
  const { t } = useTexts(resolutionTexts);
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
