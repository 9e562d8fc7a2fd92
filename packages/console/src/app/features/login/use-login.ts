import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../api/api-provider.tsx';
import type { Failed } from '../../api/outcome.ts';

export interface Credentials {
  readonly username: string;
  readonly password: string;
  readonly one_time_code?: string;
}

/** Reads the credentials from a login form. */
export function credentialsIn(fields: FormData): Credentials {
  const textOf = (name: string): string => {
    const value = fields.get(name);
    return typeof value === 'string' ? value : '';
  };
  const code = textOf('one_time_code');
  return {
    username: textOf('username'),
    password: textOf('password'),
    ...(code !== '' && { one_time_code: code }),
  };
}

export interface Login {
  /** Failure of the last attempt; a required code is not a failure. */
  readonly failed: Failed | null;
  /** True when the server requires a one-time code. */
  readonly needsCode: boolean;
  readonly isSending: boolean;
  readonly logIn: (credentials: Credentials) => Promise<void>;
}

/** @param beforeShown - runs before the pages learn of the session */
export function useLogin(beforeShown: () => Promise<void> | void): Login {
  const api = useApi();
  const queries = useQueryClient();
  const [failed, setFailed] = useState<Failed | null>(null);
  const [needsCode, setNeedsCode] = useState(false);
  const [isSending, setSending] = useState(false);
  return {
    failed: failed !== null && isCodeWanted(failed) ? null : failed,
    needsCode,
    isSending,
    async logIn(body) {
      setSending(true);
      const path = '/api/v1/auth/login';
      const outcome = await api.ask({ path, method: 'POST', body });
      setSending(false);
      setFailed(outcome.kind === 'answered' ? null : outcome);
      if (outcome.kind === 'answered') {
        await beforeShown();
        queries.setQueryData(['session'], outcome.value);
      } else if (isCodeWanted(outcome)) setNeedsCode(true);
    },
  };
}

function isCodeWanted(failed: Failed): boolean {
  return failed.kind === 'refused' && failed.code === 'one_time_code_required';
}
