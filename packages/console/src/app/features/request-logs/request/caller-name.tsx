import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useUserNames } from '../../api-users/user-names.ts';
import { requestLogsTexts } from '../../../texts/request-logs.ts';

/** Callers other than API users. */
export const otherCallers = ['service', 'native', 'admin'] as const;

/** Id of an API user; null for other callers. */
export function userIdOf(caller: string): string | null {
  return caller.startsWith('user:') ? caller.slice('user:'.length) : null;
}

/** Name of the caller, as known to operators. */
function sayCaller(
  caller: string | null,
  names: ReadonlyMap<string, string>,
  t: TFunction<'request-logs'>,
): string {
  if (caller === null) return t('caller.none');
  const known = otherCallers.find((other) => other === caller);
  if (known !== undefined) return t(`caller.${known}`);
  const id = userIdOf(caller) ?? caller;
  return names.get(id) ?? id;
}

export function CallerName({ caller }: { readonly caller: string | null }) {
  const { t } = useTranslation(requestLogsTexts);
  return <>{sayCaller(caller, useUserNames(), t)}</>;
}
