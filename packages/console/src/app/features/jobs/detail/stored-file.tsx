import { useQueryClient } from '@tanstack/react-query';
import { serverUrl } from '../../../api/mount.ts';
import { useRequest } from '../../../api/use-request.ts';
import { ConfirmButton } from '../../../shell/confirm-button.tsx';
import { FailureNotice } from '../../../shell/failure-notice.tsx';

/** Download path of a job's file, delivered or not. */
export function contentUrl(id: string): string {
  return serverUrl(`/api/v1/admin/jobs/${encodeURIComponent(id)}/content`).href;
}

interface RemoveFileProps {
  readonly id: string;
  readonly label: string;
  readonly question: string;
}

/** Removes the file of a job after a confirmation. */
export function RemoveFile({ id, label, question }: RemoveFileProps) {
  const { failed, send } = useRequest();
  const queries = useQueryClient();
  const remove = async (): Promise<void> => {
    const path = '/api/v1/admin/jobs/{id}/result';
    await send({ path, method: 'DELETE', params: { id } });
    await queries.invalidateQueries({ queryKey: ['jobs'] });
  };
  return (
    <>
      <ConfirmButton question={question} confirm={label} onConfirm={remove}>
        {label}
      </ConfirmButton>
      {failed !== null && <FailureNotice failed={failed} />}
    </>
  );
}
