import { NativeSelect } from '@mantine/core';
import { useTexts } from '../../../texts/use-texts.ts';
import { otherCallers, useUserNames } from '../call/caller-name.tsx';
import { requestLogsTexts } from '../request-logs-texts.ts';
import type { StatusFilterProps } from './status-filter.tsx';

/** Who called: an API user by name, or one of the few others. */
export function CallerFilter({ value = '', onCommit }: StatusFilterProps) {
  const { t } = useTexts(requestLogsTexts);
  const names = useUserNames();
  const users = [...names].map(([id, name]) => ({ value: `user:${id}`, label: name }));
  // An API user may be named by its id alone.
  const wanted = value.startsWith('us_') ? `user:${value}` : value;
  const others = otherCallers.map((other) => ({ value: other, label: t(`caller.${other}`) }));
  const isKnown = wanted === '' || [...users, ...others].some((one) => one.value === wanted);
  return (
    <NativeSelect
      label={t('filter.caller')}
      value={wanted}
      onChange={({ currentTarget }) => onCommit(currentTarget.value)}
      data={[
        { value: '', label: t('filter.any') },
        ...(isKnown ? [] : [{ value: wanted, label: wanted }]),
        ...(users.length === 0 ? [] : [{ group: t('callers.users'), items: users }]),
        { group: t('callers.others'), items: others },
      ]}
    />
  );
}
