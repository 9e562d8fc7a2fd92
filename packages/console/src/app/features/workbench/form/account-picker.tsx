import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../../api/api-provider.tsx';
import { type AccountChoice, accountChoices } from './account-choice.ts';
import { accountsQuery } from './accounts-query.ts';
import { workbenchTexts } from '../../../texts/workbench.ts';

export interface AccountPickerProps {
  readonly family: string;
  /** Id of the chosen account; null for automatic choice. */
  readonly value: string | null;
  readonly onPick: (id: string | null) => void;
}

const any = '';

/** Chooses the account; by default any free one. */
export function AccountPicker({ family, value, onPick }: AccountPickerProps) {
  const { t } = useTranslation(workbenchTexts);
  const { data } = useQuery(accountsQuery(useApi()));
  const choices = accountChoices(data ?? [], family);
  return (
    <NativeSelect
      label={t('account')}
      value={value ?? any}
      onChange={({ currentTarget }) =>
        onPick(currentTarget.value === any ? null : currentTarget.value)
      }
      data={[
        { value: any, label: t('account.auto') },
        ...choices.map((choice) => ({
          value: choice.account.id,
          label: sayChoice(choice),
          // A paused account can be chosen: the video then waits for it.
          disabled: choice.kind === 'other-family',
        })),
      ]}
    />
  );

  function sayChoice(choice: AccountChoice): string {
    const { label } = choice.account;
    switch (choice.kind) {
      case 'open':
        return t('account.slots', { label, free: choice.free, total: choice.total });
      case 'other-family':
        return t('account.not-family', { label, family });
      case 'resting':
        return t(`account.state.${choice.state}`, { label });
    }
  }
}
