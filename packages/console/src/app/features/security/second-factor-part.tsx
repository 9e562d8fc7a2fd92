import '@mantine/core/styles/PasswordInput.css';
import { Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { useTranslation } from 'react-i18next';
import type { Outcome } from '../../api/outcome.ts';
import type { NewSecondFactor } from '../../api/responses.ts';
import { useRequest } from '../../api/use-request.ts';
import { FormFoot } from '../../forms/form-foot.tsx';
import { useSavedForm } from '../../forms/use-saved-form.ts';
import { ToneBadge } from '../../shell/tone-badge.tsx';
import { CodeInput } from './code-input.tsx';
import { NewCodes, RecoveryCodes } from './new-codes.tsx';
import { secondFactorPath } from './second-factor-query.ts';
import { securityTexts } from '../../texts/security.ts';

const some = z.string().check(z.minLength(1));
const begin = z.object({ current_password: some });
const remove = z.object({ current_password: some, one_time_code: some });
const empty = { current_password: '', one_time_code: '' };
const fields = ['current_password', 'one_time_code'] as const;

export interface SecondFactorPartProps {
  readonly isOn: boolean;
  readonly codesLeft: number;
}

/** One-time codes: set up with the password and a first code, removed with both. */
export function SecondFactorPart({ isOn, codesLeft }: SecondFactorPartProps) {
  const { t } = useTranslation(securityTexts);
  const [begun, setBegun] = useState<NewSecondFactor | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const { reload, beginCodes, removeCodes } = useCodes();
  if (codes !== null) return <RecoveryCodes codes={codes} onClose={() => setCodes(null)} />;
  if (begun !== null && !isOn)
    return (
      <NewCodes
        begun={begun}
        onConfirmed={async (shown) => {
          setCodes(shown);
          setBegun(null);
          await reload();
        }}
      />
    );
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <ToneBadge tone={isOn ? 'good' : 'quiet'}>{t(isOn ? 'codes.on' : 'codes.off')}</ToneBadge>
        {isOn && <Text size="sm">{t('recovery.left', { count: codesLeft })}</Text>}
      </Group>
      {isOn ? (
        <Confirmed key="remove" submit={t('codes.remove')} needsCode onSubmit={removeCodes} />
      ) : (
        <Confirmed
          key="begin"
          submit={t('codes.begin')}
          needsCode={false}
          onSubmit={async (body) => {
            const outcome = await beginCodes(body);
            if (outcome.kind === 'answered') setBegun(outcome.value);
            return outcome;
          }}
        />
      )}
    </Stack>
  );
}

/** Requests for one-time codes. */
function useCodes() {
  const { send } = useRequest();
  const queries = useQueryClient();
  const reload = () => queries.invalidateQueries({ queryKey: ['second-factor'] });
  const path = secondFactorPath;
  return {
    reload,
    beginCodes: (body: object) => send({ path, method: 'POST', body }),
    removeCodes: async (body: object) => {
      const removal = { path: `${path}/remove`, method: 'POST', body } as const;
      const outcome = await send(removal);
      await reload();
      return outcome;
    },
  };
}

interface ConfirmedProps {
  readonly submit: string;
  readonly needsCode: boolean;
  readonly onSubmit: (body: object) => Promise<Outcome<unknown>>;
}

/** Asks for the password and, if needed, a code. */
function Confirmed({ submit: word, needsCode, onSubmit }: ConfirmedProps) {
  const { t } = useTranslation(securityTexts);
  const { form, failed, submit } = useSavedForm({
    initial: empty,
    schema: needsCode ? remove : begin,
    bodyOf: ({ current_password, one_time_code }: typeof empty) =>
      needsCode ? { current_password, one_time_code } : { current_password },
    fields,
    afterSaving: empty,
    onSubmit,
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <PasswordInput
          label={t('password.current')}
          autoComplete="current-password"
          {...form.getInputProps('current_password')}
        />
        {needsCode && <CodeInput allowsRecovery {...form.getInputProps('one_time_code')} />}
        <FormFoot submit={word} isSending={form.submitting} isSaved={false} failed={failed} />
      </Stack>
    </form>
  );
}
