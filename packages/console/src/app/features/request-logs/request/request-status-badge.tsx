import { useTranslation } from 'react-i18next';
import type { LoggedRequest } from '../../../api/responses.ts';
import { type BadgeTone, ToneBadge } from '../../../shell/tone-badge.tsx';
import { type RequestOutcome, outcomeOf, specialEndingOf } from './request-outcome.ts';
import { requestLogsTexts } from '../../../texts/request-logs.ts';

const tones: { readonly [O in RequestOutcome]: BadgeTone } = {
  ok: 'good',
  open: 'busy',
  client_gone: 'quiet',
  refused: 'unsure',
  failed: 'bad',
};

/** Status of a response, with words where the number is absent or says little. */
export function RequestStatusBadge({ request }: { readonly request: LoggedRequest }) {
  const { t } = useTranslation(requestLogsTexts);
  const ending = specialEndingOf(request);
  const words = [
    ...(request.status === null ? [] : [String(request.status)]),
    ...(ending === null ? [] : [t(`ending.${ending}`)]),
  ];
  return <ToneBadge tone={tones[outcomeOf(request)]}>{words.join(' · ')}</ToneBadge>;
}
