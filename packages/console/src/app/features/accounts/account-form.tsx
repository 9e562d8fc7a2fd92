import '@mantine/core/styles/NumberInput.css';
import { NativeSelect, NumberInput, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import type * as z from 'zod/mini';
import type { Outcome } from '../../api/outcome.ts';
import { budgetPeriods } from '../../api/schemas/account.ts';
import { FormFoot } from '../../forms/form-foot.tsx';
import { useSavedForm } from '../../forms/use-saved-form.ts';
import { useTexts } from '../../texts/use-texts.ts';
import type { AccountBody, AccountDraft } from './account-draft.ts';
import { accountsTexts } from './accounts-texts.ts';
import { FamilyFields } from './family-fields.tsx';
import { ProviderField } from './provider-field.tsx';
import { SecretFields } from './secret-fields.tsx';

export interface AccountFormProps {
  readonly initial: AccountDraft;
  readonly schema: z.ZodMiniType;
  readonly bodyOf: (draft: AccountDraft) => AccountBody;
  readonly submit: string;
  readonly onSubmit: (body: AccountBody) => Promise<Outcome<unknown>>;
  /** An account that exists keeps its provider, and its secret unless another is typed. */
  readonly existing?: { readonly hasSecret: boolean };
  /** Stands beside the button. */
  readonly children?: ReactNode;
}

const fields = [
  'label',
  'provider',
  'families',
  'concurrency',
  'credits',
  'budget',
  'secret',
] as const;

/** An account, new or not. */
export function AccountForm(props: AccountFormProps) {
  const { form, failed, isSaved, submit } = useAccountForm(props);
  const { existing } = props;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        {existing === undefined && (
          <ProviderField chosen={form.values.provider} {...form.getInputProps('provider')} />
        )}
        <SecretFields
          provider={form.values.provider}
          hasStored={existing === undefined ? null : existing.hasSecret}
          value={form.values.secret}
          error={form.errors['secret']}
          onChange={(secret) => form.setFieldValue('secret', secret)}
        />
        <LabelField {...form.getInputProps('label')} />
        <NumberFields form={form} />
        <FamilyFields
          servesAll={form.values.servesAll}
          chosen={form.values.families}
          error={form.errors['families']}
          onServesAll={(servesAll) => form.setFieldValue('servesAll', servesAll)}
          onChoose={(families) => form.setFieldValue('families', families)}
        />
        <FormFoot
          submit={props.submit}
          isSending={form.submitting}
          isSaved={isSaved}
          failed={failed}
        >
          {props.children}
        </FormFoot>
      </Stack>
    </form>
  );
}

function useAccountForm({ initial, schema, bodyOf, onSubmit }: AccountFormProps) {
  return useSavedForm({
    initial,
    schema,
    bodyOf,
    onSubmit,
    fields,
    // Nothing else of an account is unique.
    conflictField: 'label',
    afterSaving: { secret: '' },
  });
}

type InputProps = ReturnType<UseFormReturnType<AccountDraft>['getInputProps']>;

function LabelField(input: InputProps) {
  const { t } = useTexts(accountsTexts);
  return <TextInput label={t('label')} description={t('label.help')} required {...input} />;
}

interface NumberFieldsProps {
  readonly form: Pick<UseFormReturnType<AccountDraft>, 'getInputProps'>;
}

function NumberFields({ form }: NumberFieldsProps) {
  const { t } = useTexts(accountsTexts);
  return (
    <>
      <NumberInput
        label={t('concurrency')}
        description={t('concurrency.help')}
        required
        hideControls
        {...form.getInputProps('concurrency')}
      />
      <NumberInput
        label={t('credits')}
        description={t('credits.help')}
        placeholder={t('credits.none')}
        thousandSeparator=","
        hideControls
        {...form.getInputProps('credits')}
      />
      <BudgetFields amount={form.getInputProps('budget')} per={form.getInputProps('budgetPer')} />
    </>
  );
}

interface BudgetFieldsProps {
  readonly amount: InputProps;
  readonly per: InputProps;
}

function BudgetFields({ amount, per }: BudgetFieldsProps) {
  const { t } = useTexts(accountsTexts);
  const data = budgetPeriods.map((value) => ({ value, label: t(`budget.per.${value}`) }));
  return (
    <>
      <NumberInput
        label={t('budget')}
        description={t('budget.help')}
        placeholder={t('budget.none')}
        thousandSeparator=","
        hideControls
        {...amount}
      />
      <NativeSelect label={t('budget.per')} data={data} {...per} />
    </>
  );
}
