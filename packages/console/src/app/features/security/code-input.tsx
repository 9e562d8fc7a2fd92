import { TextInput, type TextInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { securityTexts } from '../../texts/security.ts';

/** Input for a one-time code. `allowsRecovery`: a recovery code is accepted too. */
export function CodeInput({
  allowsRecovery = false,
  ...input
}: TextInputProps & { readonly allowsRecovery?: boolean }) {
  const { t } = useTranslation(securityTexts);
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
