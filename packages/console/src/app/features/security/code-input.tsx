import { TextInput, type TextInputProps } from '@mantine/core';
import { useTexts } from '../../texts/use-texts.ts';
import { securityTexts } from './security-texts.ts';

/** Where a one-time code is typed. `allowsRecovery`: a recovery code will do, too. */
export function CodeInput({
  allowsRecovery = false,
  ...input
}: TextInputProps & { readonly allowsRecovery?: boolean }) {
  const { t } = useTexts(securityTexts);
  return (
    <TextInput
      label={t('code')}
      description={t(allowsRecovery ? 'code.or-recovery' : 'code.help')}
      autoComplete="one-time-code"
      inputMode={allowsRecovery ? 'text' : 'numeric'}
      required
      withAsterisk={false}
      {...input}
    />
  );
}
