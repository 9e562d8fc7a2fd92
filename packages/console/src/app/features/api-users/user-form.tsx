import '@mantine/core/styles/NumberInput.css';
import { NumberInput, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type * as z from 'zod/mini';
import type { Outcome } from '../../api/outcome.ts';
import { FormFoot } from '../../forms/form-foot.tsx';
import { useSavedForm } from '../../forms/use-saved-form.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { apiUsersTexts } from './api-users-texts.ts';

/** Name and limit as they are typed; an empty limit is none. */
export interface UserDraft {
  readonly name: string;
  readonly total_limit: number | string;
}

export interface UserBody {
  readonly name: string;
  readonly total_limit: number | string | null;
}

export interface UserFormProps {
  readonly initial: UserDraft;
  readonly schema: z.ZodMiniType;
  /** What the button says. */
  readonly submit: string;
  readonly onSubmit: (body: UserBody) => Promise<Outcome<unknown>>;
  /** Stands beside the button. */
  readonly children?: ReactNode;
}

const fields = ['name', 'total_limit'] as const;

const bodyOf = ({ name, total_limit }: UserDraft): UserBody => ({
  name,
  total_limit: total_limit === '' ? null : total_limit,
});

/** Name and limit of an API user, new or not. */
export function UserForm({ initial, schema, submit: word, onSubmit, children }: UserFormProps) {
  const { t } = useTexts(apiUsersTexts);
  const { form, failed, isSaved, submit } = useSavedForm({
    initial,
    schema,
    bodyOf,
    onSubmit,
    fields,
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput
          label={t('name')}
          description={t('name.help')}
          required
          data-autofocus
          {...form.getInputProps('name')}
        />
        <NumberInput
          label={t('limit')}
          description={t('limit.help')}
          placeholder={t('limit.none')}
          thousandSeparator=","
          hideControls
          {...form.getInputProps('total_limit')}
        />
        <FormFoot submit={word} isSending={form.submitting} isSaved={isSaved} failed={failed}>
          {children}
        </FormFoot>
      </Stack>
    </form>
  );
}
