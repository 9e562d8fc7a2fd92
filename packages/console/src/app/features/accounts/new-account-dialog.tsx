import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { PoolAccount } from '../../api/answers.ts';
import { newAccountBody } from './account-bodies.ts';
import { useRequest } from '../../api/use-request.ts';
import { formTexts } from '../../forms/form-texts.ts';
import { CentreDialog } from '../../shell/centre-dialog.tsx';
import { useTexts } from '../../texts/use-texts.ts';
import { emptyDraft, newBodyOf } from './account-draft.ts';
import { AccountForm } from './account-form.tsx';
import { accountsTexts } from './accounts-texts.ts';

export interface NewAccountDialogProps {
  readonly onClose: () => void;
  readonly onAdded: (account: PoolAccount) => void;
}

export function NewAccountDialog({ onClose, onAdded }: NewAccountDialogProps) {
  const { t } = useTexts(accountsTexts);
  const { t: word } = useTexts(formTexts);
  const { send } = useRequest();
  const queries = useQueryClient();
  return (
    <CentreDialog title={t('add')} onClose={onClose}>
      <AccountForm
        initial={emptyDraft}
        schema={newAccountBody}
        bodyOf={newBodyOf}
        submit={t('add')}
        onSubmit={async (body) => {
          const path = '/api/v1/admin/accounts';
          const outcome = await send({ path, method: 'POST', body });
          if (outcome.kind !== 'answered') return outcome;
          await queries.invalidateQueries({ queryKey: ['accounts'] });
          onAdded(outcome.value.account);
          return outcome;
        }}
      >
        <Button variant="default" onClick={onClose}>
          {word('cancel')}
        </Button>
      </AccountForm>
    </CentreDialog>
  );
}
