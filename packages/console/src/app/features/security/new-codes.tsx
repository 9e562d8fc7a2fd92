import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { encode } from 'uqr';
import * as z from 'zod/mini';
import { useTranslation } from 'react-i18next';
import type { NewSecondFactor } from '../../api/responses.ts';
import { useRequest } from '../../api/use-request.ts';
import { FormFoot } from '../../forms/form-foot.tsx';
import { useSavedForm } from '../../forms/use-saved-form.ts';
import { CopyButton } from '../../shell/copy-button.tsx';
import { Icon } from '../../shell/icon.tsx';
import { CodeInput } from './code-input.tsx';
import { secondFactorPath } from './second-factor-query.ts';
import styles from './security.module.css';
import { securityTexts } from '../../texts/security.ts';

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}

/** Shows the recovery codes once; closing requires confirmation that they are stored. */
export function RecoveryCodes({ codes, onClose }: RecoveryCodesProps) {
  const { t } = useTranslation(securityTexts);
  useBlocker({ shouldBlockFn: () => true, enableBeforeUnload: true });
  const text = codes.join('\n');
  return (
    <Stack gap="sm">
      <Alert role="status" variant="default" icon={<Icon name="warning" />}>
        <Text size="sm">{t('recovery.warning')}</Text>
      </Alert>
      <Code block className={styles['text'] ?? ''} aria-label={t('recovery')}>
        {text}
      </Code>
      <Group justify="end">
        <CopyButton text={text} label={t('recovery.copy')} size="sm" />
        <Button onClick={onClose}>{t('recovery.close')}</Button>
      </Group>
    </Stack>
  );
}

const body = z.object({ one_time_code: z.string().check(z.minLength(1)) });
const fields = ['one_time_code'] as const;

export interface NewCodesProps {
  readonly begun: NewSecondFactor;
  readonly onConfirmed: (codes: readonly string[]) => Promise<void>;
}

/** The secret as QR code and as text, and the first code that proves it works. */
export function NewCodes({ begun, onConfirmed }: NewCodesProps) {
  const { t } = useTranslation(securityTexts);
  const { send } = useRequest();
  const { form, failed, submit } = useSavedForm({
    initial: { one_time_code: '' },
    schema: body,
    bodyOf: (draft: { readonly one_time_code: string }) => draft,
    fields,
    onSubmit: async (draft) => {
      const path = `${secondFactorPath}/confirm` as const;
      const outcome = await send({ path, method: 'POST', body: draft });
      if (outcome.kind === 'answered') await onConfirmed(outcome.value.recovery_codes);
      return outcome;
    },
  });
  return (
    <Stack gap="sm">
      <Secret begun={begun} />
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <CodeInput data-autofocus {...form.getInputProps('one_time_code')} />
          <FormFoot
            submit={t('new.confirm')}
            isSending={form.submitting}
            isSaved={false}
            failed={failed}
          />
        </Stack>
      </form>
    </Stack>
  );
}

function Secret({ begun: { secret, uri } }: Pick<NewCodesProps, 'begun'>) {
  const { t } = useTranslation(securityTexts);
  return (
    <>
      <Text size="sm">{t('new.scan')}</Text>
      <QrPicture text={uri} label={t('new.picture')} />
      <Text size="sm">{t('new.type')}</Text>
      <Group gap="sm">
        <Code block className={styles['text'] ?? ''} aria-label={t('new.secret')}>
          {secret.replaceAll(/.{4}(?=.)/g, '$& ')}
        </Code>
        <CopyButton text={secret} label={t('new.copy')} size="sm" />
      </Group>
      <Group gap="sm">
        <Code block className={styles['text'] ?? ''} aria-label={t('new.address')}>
          {uri}
        </Code>
        <CopyButton text={uri} label={t('new.copy-address')} size="sm" />
      </Group>
    </>
  );
}

/** Rendered locally, so that the secret is sent to no other server. Dark on light in every scheme, for cameras. */
function QrPicture({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const dots = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return (
    <svg
      role="img"
      aria-label={label}
      className={styles['picture']}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={dots.join('')} />
    </svg>
  );
}
