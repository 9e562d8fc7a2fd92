import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../api/api-provider.tsx';
import { useTexts } from '../../../texts/use-texts.ts';
import { formTexts } from './form-texts.ts';
import { type AccountChoice, accountChoices } from './account-choice.ts';
import { accountsQuery } from './accounts-query.ts';

export interface AccountPickerProps {
  readonly family: string;
  /** Id of the account chosen; null for any. */
  readonly value: string | null;
  readonly onPick: (id: string | null) => void;
}

const any = '';

/** Which account is to make it: usually whichever is free. */
export function AccountPicker({ family, value, onPick }: AccountPickerProps) {
  const { t } = useTexts(formTexts);
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
          // An account that rests may be asked for: the video then waits for it.
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
        return t('account.state', { label, state: t(`account.state.${choice.state}`) });
    }
  }
}
