import '@mantine/core/styles/PasswordInput.css';
import { PasswordInput, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { useRequest } from '../../api/use-request.ts';
import { FormFoot } from '../../forms/form-foot.tsx';
import { useSavedForm } from '../../forms/use-saved-form.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { CodeInput } from './code-input.tsx';
import { securityTexts } from './security-texts.ts';

const some = z.string().check(z.minLength(1));
const body = z.object({
  current_password: some,
  new_password: some,
  one_time_code: z.optional(some),
});
const empty = { current_password: '', new_password: '', one_time_code: '' };
const fields = ['new_password', 'one_time_code'] as const;

/** Another password, confirmed by the one in force. */
export function PasswordForm({ needsCode }: { readonly needsCode: boolean }) {
  const { t } = useTexts(securityTexts);
  const { form, failed, isSaved, submit } = usePasswordChange(needsCode);
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <PasswordInput
          label={t('password.current')}
          autoComplete="current-password"
          {...form.getInputProps('current_password')}
        />
        <PasswordInput
          label={t('password.new')}
          description={t('password.new.help')}
          autoComplete="new-password"
          {...form.getInputProps('new_password')}
        />
        {needsCode && <CodeInput allowsRecovery {...form.getInputProps('one_time_code')} />}
        <FormFoot
          submit={t('password.submit')}
          isSending={form.submitting}
          isSaved={isSaved}
          failed={failed}
        />
      </Stack>
    </form>
  );
}

function usePasswordChange(needsCode: boolean) {
  const { send } = useRequest();
  const queries = useQueryClient();
  return useSavedForm({
    initial: empty,
    schema: body,
    bodyOf: ({ one_time_code, ...passwords }: typeof empty) => ({
      ...passwords,
      ...(needsCode && { one_time_code }),
    }),
    fields,
    afterSaving: empty,
    onSubmit: async (change) => {
      const path = '/api/v1/admin/password';
      const outcome = await send({ path, method: 'PUT', body: change });
      await queries.invalidateQueries({ queryKey: ['second-factor'] });
      return outcome;
    },
  });
}
