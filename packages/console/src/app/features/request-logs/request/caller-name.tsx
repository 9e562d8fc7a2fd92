import { type Translate, useTexts } from '../../../texts/use-texts.ts';
import { useUserNames } from '../../api-users/user-names.ts';
import { requestLogsTexts } from '../request-logs-texts.ts';

/** Callers that are no API users. */
export const otherCallers = ['service', 'native', 'admin'] as const;

/** The id of an API user; null for others. */
export function userIdOf(caller: string): string | null {
  return caller.startsWith('user:') ? caller.slice('user:'.length) : null;
}

/** The caller, by the name that operators know. */
function sayCaller(
  caller: string | null,
  names: ReadonlyMap<string, string>,
  t: Translate<(typeof requestLogsTexts)['en']>,
): string {
  if (caller === null) return t('caller.none');
  const known = otherCallers.find((other) => other === caller);
  if (known !== undefined) return t(`caller.${known}`);
  const id = userIdOf(caller) ?? caller;
  return names.get(id) ?? id;
}

export function CallerName({ caller }: { readonly caller: string | null }) {
  const { t } = useTexts(requestLogsTexts);
  return <>{sayCaller(caller, useUserNames(), t)}</>;
}
