import '@mantine/core/styles/NumberInput.css';
import { type CostUnit, decimalsOfUnit } from '@filmgate/core';
import { NativeSelect, NumberInput, Stack, Switch, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import type * as z from 'zod/mini';
import { useTranslation } from 'react-i18next';
import type { Outcome } from '../../api/outcome.ts';
import type { PoolAccount, ProviderDetail } from '../../api/responses.ts';
import {
  type AccountBody,
  type AccountDraft,
  budgetPeriods,
  emptySecret,
  findEmptyParts,
} from './account-draft.ts';
import { FormFoot } from '../../forms/form-foot.tsx';
import { useSavedForm } from '../../forms/use-saved-form.ts';
import { FamilyFields, ProviderField, SecretFields, useSayField } from './account-fields.tsx';
import { KeyInUseNotice } from './key-in-use-notice.tsx';
import { useDetailOf, useProviderDetail } from './accounts-query.ts';
import { accountsTexts } from '../../texts/accounts.ts';

export interface AccountFormProps {
  readonly initial: AccountDraft;
  readonly schema: z.ZodMiniType;
  readonly bodyOf: (draft: AccountDraft) => AccountBody;
  /** Label of the submit button for the chosen provider. */
  readonly submitOf: (endpoint: ProviderDetail | undefined) => string;
  readonly onSubmit: (body: AccountBody) => Promise<Outcome<unknown>>;
  /** For an existing account: the provider cannot change, and an empty secret keeps the stored one. */
  readonly existing?: Pick<PoolAccount, 'has_secret' | 'busy'>;
  /** Shown beside the button. */
  readonly children?: ReactNode;
}

const fields = [
  'label',
  'endpoint',
  'families',
  'concurrency',
  'exclusive',
  'credits',
  'budget',
  'secret',
] as const;

/** Form for a new or existing account. */
export function AccountForm(props: AccountFormProps) {
  const { form, failed, isSaved, submit, submitWith } = useAccountForm(props);
  const { existing } = props;
  const detail = useProviderDetail(form.values.endpoint);
  const isKeyInUse = failed?.kind === 'refused' && failed.code === 'key_in_use';
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        {existing === undefined && <ProviderField form={form} />}
        <SecretFields
          hasStored={existing?.has_secret ?? null}
          credential={detail?.credential ?? []}
          form={form}
        />
        {isKeyInUse && existing !== undefined && (
          <KeyInUseNotice jobs={existing.busy} onReplace={() => submitWith({ force: true })} />
        )}
        <LabelField {...form.getInputProps('label')} />
        <SettingFields form={form} unit={form.values.unit} findsBy={detail?.finds_by} />
        <FamilyFields
          offered={detail?.families}
          servesAll={form.values.servesAll}
          chosen={form.values.families}
          error={form.errors['families']}
          onServesAll={(servesAll) => form.setFieldValue('servesAll', servesAll)}
          onChoose={(families) => form.setFieldValue('families', families)}
        />
        <FormFoot
          submit={props.submitOf(detail)}
          isSending={form.submitting}
          isSaved={isSaved}
          failed={isKeyInUse ? null : failed}
        >
          {props.children}
        </FormFoot>
      </Stack>
    </form>
  );
}

function useAccountForm({ initial, schema, bodyOf, onSubmit }: AccountFormProps) {
  const { t } = useTranslation(accountsTexts);
  const sayField = useSayField();
  const detailOf = useDetailOf();
  const emptyParts = (draft: AccountDraft): readonly (readonly [string, string])[] =>
    findEmptyParts(draft, detailOf(draft.endpoint)?.credential ?? []).map((name) => [
      `secretParts.${name}`,
      t('secret.part-empty', { field: sayField(name) }),
    ]);
  return useSavedForm({
    initial,
    schema,
    bodyOf,
    onSubmit,
    fields,
    fieldsOfCodes: { label_taken: 'label' },
    furtherProblems: (draft) => Object.fromEntries(emptyParts(draft)),
    afterSaving: emptySecret,
  });
}

type InputProps = ReturnType<UseFormReturnType<AccountDraft>['getInputProps']>;

function LabelField(input: InputProps) {
  const { t } = useTranslation(accountsTexts);
  return <TextInput label={t('label')} description={t('label.help')} required {...input} />;
}

interface ExclusiveFieldProps extends InputProps {
  readonly findsBy: ProviderDetail['finds_by'] | undefined;
}

/** For providers where a lost submission is searched among the tasks of everyone with the key. */
function ExclusiveField({ findsBy, ...input }: ExclusiveFieldProps) {
  const { t } = useTranslation(accountsTexts);
  if (findsBy !== 'mark' && findsBy !== 'list') return null;
  return (
    <Switch label={t('provider.exclusive')} description={t('provider.exclusive.help')} {...input} />
  );
}

interface SettingFieldsProps extends Pick<ExclusiveFieldProps, 'findsBy'> {
  readonly form: Pick<UseFormReturnType<AccountDraft>, 'getInputProps'>;
  readonly unit: CostUnit;
}

function SettingFields({ form, unit, findsBy }: SettingFieldsProps) {
  const { t } = useTranslation(accountsTexts);
  const amount = useAmountInput(unit);
  return (
    <>
      <NumberInput
        label={t('concurrency')}
        description={t('concurrency.help')}
        required
        hideControls
        {...form.getInputProps('concurrency')}
      />
      <ExclusiveField
        findsBy={findsBy}
        {...form.getInputProps('exclusive', { type: 'checkbox' })}
      />
      <NumberInput
        label={t('credits')}
        description={t('credits.help')}
        placeholder={t('credits.none')}
        {...amount}
        {...form.getInputProps('credits')}
      />
      <BudgetFields
        amount={{ ...amount, ...form.getInputProps('budget') }}
        per={form.getInputProps('budgetPer')}
      />
    </>
  );
}

/** Properties of an amount field: unit at the end, decimals only for units that have parts. */
function useAmountInput(unit: CostUnit) {
  const { t } = useTranslation(accountsTexts);
  return {
    thousandSeparator: ',',
    hideControls: true,
    rightSection: <Text size="xs">{t(`provider.unit.${unit}`)}</Text>,
    rightSectionWidth: 64,
    rightSectionPointerEvents: 'none',
    ...(decimalsOfUnit[unit] > 0 && { decimalScale: decimalsOfUnit[unit] }),
  } as const;
}

interface BudgetFieldsProps {
  readonly amount: InputProps;
  readonly per: InputProps;
}

function BudgetFields({ amount, per }: BudgetFieldsProps) {
  const { t } = useTranslation(accountsTexts);
  const data = budgetPeriods.map((value) => ({ value, label: t(`budget.per.${value}`) }));
  return (
    <>
      <NumberInput
        label={t('budget')}
        description={t('budget.help')}
        placeholder={t('budget.none')}
        {...amount}
      />
      <NativeSelect label={t('budget.per')} data={data} {...per} />
    </>
  );
}
