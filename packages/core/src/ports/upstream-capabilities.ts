import type { ChargeTime, CostUnit } from '../model/route.ts';

/** Ways to a submission whose response was lost. */
export type FindsBy = 'own-key' | 'own-id' | 'notice' | 'mark' | 'list' | 'none';

/** Facts a client promises about its endpoint. */
export interface UpstreamCapabilities {
  readonly endpoint: string;
  /** Shortest time between two reads of one job, in ms. */
  readonly minimumPollIntervalMs: number;
  /** Time after acceptance in which a 404 on a read may still mean "not visible yet", in ms. */
  readonly visibilityLagMs: number;
  /**
   * Time after a lost submission from which a search may find it, or a repetition collect it, in ms; null when the
   * endpoint has neither.
   */
  readonly reconcileAfterMs: number | null;
  /**
   * Documented life of the key that a submission carries, in ms: for so long the same bytes with the same key order
   * nothing more and return the first receipt. With `own-key` a lost submission is sent again; absent = never.
   */
  readonly keyLifeMs?: number;
  /** Maximum wait of a submission for its response, in ms; absent = the gateway's setting. */
  readonly sendTimeoutMs?: number;
  /** Time after acceptance for which the provider may still be working, in ms; absent = the gateway's setting. */
  readonly jobDeadlineMs?: number;
  /** Shortest time between two probes of an account, in ms; absent = the gateway's setting. */
  readonly probeEveryMs?: number;
  /** `account` if other keys of the same account can read what one of them submitted. */
  readonly handlesBelongTo: 'account' | 'key';
  /** Way to find a submission again after its response was lost: the promise shown beside each account. */
  readonly findsBy: FindsBy;
  /** Differences for images, which a provider of videos may return in the response, with nothing to search. */
  readonly images?: Partial<Pick<UpstreamCapabilities, 'findsBy' | 'sendTimeoutMs'>>;
  /** Unit in which it charges. */
  readonly unit: CostUnit;
  /** Time of the charge, where a route does not say. */
  readonly charges: ChargeTime;
}
