import '@mantine/core/styles/NumberInput.css';
import { NumberInput, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type * as z from 'zod/mini';
import type { Outcome } from '../../api/outcome.ts';
import { FormFoot } from '../../forms/form-foot.tsx';
import { useSavedForm } from '../../forms/use-saved-form.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { apiUsersTexts } from './api-users-texts.ts';

const limits = ['total_limit', 'max_open_jobs', 'max_requests_per_minute'] as const;
type Limit = (typeof limits)[number];

/** Name and limits as they are typed; an empty field means no limit. */
export type UserDraft = { readonly name: string } & Readonly<Record<Limit, number | string>>;

export type UserBody = { readonly name: string } & Readonly<Record<Limit, number | string | null>>;

export interface UserFormProps {
  readonly initial: UserDraft;
  readonly schema: z.ZodMiniType;
  /** What the button says. */
  readonly submit: string;
  readonly onSubmit: (body: UserBody) => Promise<Outcome<unknown>>;
  /** Stands beside the button. */
  readonly children?: ReactNode;
}

const fields = ['name', ...limits] as const;

const limitOf = (typed: number | string) => (typed === '' ? null : typed);

const bodyOf = (draft: UserDraft): UserBody => ({
  name: draft.name,
  total_limit: limitOf(draft.total_limit),
  max_open_jobs: limitOf(draft.max_open_jobs),
  max_requests_per_minute: limitOf(draft.max_requests_per_minute),
});

/** The texts of each limit. */
const words = {
  total_limit: ['limit', 'limit.help'],
  max_open_jobs: ['open-jobs', 'open-jobs.help'],
  max_requests_per_minute: ['requests', 'requests.help'],
} as const;

/** Name and limits of an API user, new or not. */
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
        {limits.map((limit) => (
          <NumberInput
            key={limit}
            label={t(words[limit][0])}
            description={t(words[limit][1])}
            placeholder={t('limit.none')}
            thousandSeparator=","
            hideControls
            {...form.getInputProps(limit)}
          />
        ))}
        <FormFoot submit={word} isSending={form.submitting} isSaved={isSaved} failed={failed}>
          {children}
        </FormFoot>
      </Stack>
    </form>
  );
}
