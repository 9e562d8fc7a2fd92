import '@mantine/core/styles/NumberInput.css';
import { NumberInput, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type * as z from 'zod/mini';
import { useTranslation } from 'react-i18next';
import type { Outcome } from '../../api/outcome.ts';
import { FormFoot } from '../../forms/form-foot.tsx';
import { useSavedForm } from '../../forms/use-saved-form.ts';
import { apiUsersTexts } from '../../texts/api-users.ts';

const limits = ['total_limit', 'max_open_jobs', 'max_requests_per_minute'] as const;
type Limit = (typeof limits)[number];

/** Name and limits as typed; an empty field means no limit. */
export type UserDraft = { readonly name: string } & Readonly<Record<Limit, number | string>>;

export type UserBody = { readonly name: string } & Readonly<Record<Limit, number | string | null>>;

export interface UserFormProps {
  readonly initial: UserDraft;
  readonly schema: z.ZodMiniType;
  /** Label of the submit button. */
  readonly submit: string;
  readonly onSubmit: (body: UserBody) => Promise<Outcome<unknown>>;
  /** Shown beside the button. */
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

/** Texts of each limit. */
const words = {
  total_limit: ['limit', 'limit.help'],
  max_open_jobs: ['open-jobs', 'open-jobs.help'],
  max_requests_per_minute: ['requests', 'requests.help'],
} as const;

/** Form for a new or existing API user. */
export function UserForm({ initial, schema, submit: word, onSubmit, children }: UserFormProps) {
  const { t } = useTranslation(apiUsersTexts);
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
