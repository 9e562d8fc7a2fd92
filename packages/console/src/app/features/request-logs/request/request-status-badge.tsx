import type { LoggedRequest } from '../../../api/responses.ts';
import { type BadgeTone, ToneBadge } from '../../../shell/tone-badge.tsx';
import { useTexts } from '../../../texts/use-texts.ts';
import { requestLogsTexts } from '../request-logs-texts.ts';
import { type RequestOutcome, outcomeOf, specialEndingOf } from './request-outcome.ts';

const tones: { readonly [O in RequestOutcome]: BadgeTone } = {
  ok: 'good',
  open: 'busy',
  client_gone: 'quiet',
  refused: 'unsure',
  failed: 'bad',
};

/** The status of a response; in words where the number alone says little or is missing. */
export function RequestStatusBadge({ request }: { readonly request: LoggedRequest }) {
  const { t } = useTexts(requestLogsTexts);
  const ending = specialEndingOf(request);
  const words = [
    ...(request.status === null ? [] : [String(request.status)]),
    ...(ending === null ? [] : [t(`ending.${ending}`)]),
  ];
  return <ToneBadge tone={tones[outcomeOf(request)]}>{words.join(' · ')}</ToneBadge>;
}
