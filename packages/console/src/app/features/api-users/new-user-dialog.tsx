import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRequest } from '../../api/use-request.ts';
import type { ApiUserWithKey } from '../../api/answers.ts';
import { newApiUserBody } from './user-bodies.ts';
import { formTexts } from '../../forms/form-texts.ts';
import { CentreDialog } from '../../shell/centre-dialog.tsx';
import { useTexts } from '../../texts/use-texts.ts';
import { apiUsersTexts } from './api-users-texts.ts';
import { UserForm } from './user-form.tsx';

export interface NewUserDialogProps {
  readonly onClose: () => void;
  readonly onCreated: (created: ApiUserWithKey) => void;
}

export function NewUserDialog({ onClose, onCreated }: NewUserDialogProps) {
  const { t } = useTexts(apiUsersTexts);
  const { t: word } = useTexts(formTexts);
  const { send } = useRequest();
  const queries = useQueryClient();
  return (
    <CentreDialog title={t('new')} onClose={onClose}>
      <UserForm
        initial={{ name: '', total_limit: '', max_open_jobs: '', max_requests_per_minute: '' }}
        schema={newApiUserBody}
        submit={t('create')}
        onSubmit={async (body) => {
          const path = '/api/v1/admin/api-users';
          const outcome = await send({ path, method: 'POST', body });
          if (outcome.kind !== 'answered') return outcome;
          void queries.invalidateQueries({ queryKey: ['api-users'] });
          onCreated(outcome.value);
          return outcome;
        }}
      >
        <Button variant="default" onClick={onClose}>
          {word('cancel')}
        </Button>
      </UserForm>
    </CentreDialog>
  );
}
