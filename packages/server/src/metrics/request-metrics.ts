import { Counter, Histogram, type Registry } from '@platformatic/prom-client';

/** From a list page to the longest synchronous wait, in seconds. */
const durationBuckets = [
  0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 1800,
];

/** Label for every path that does not exist, so that callers cannot invent labels. */
const noRoute = 'none';

/** Counted properties of a request whose response has ended. */
export interface CountedRequest {
  readonly request: {
    readonly method: string;
    readonly routeOptions: { readonly url?: string | undefined };
  };
  readonly status: number;
  readonly durationMs: number;
}

interface Series {
  count(): void;
  time(seconds: number): void;
}

/** Creates the metrics of HTTP requests by route template. */
export function createRequestMetrics(
  registry: Registry,
): (listener: string) => (answered: CountedRequest) => void {
  const registers = [registry];
  const total = new Counter({
    name: 'filmgate_http_requests_total',
    help: 'Completed HTTP requests; status 499 if the caller disconnected before the response.',
    labelNames: ['listener', 'method', 'route', 'status'],
    registers,
  });
  const duration = new Histogram({
    name: 'filmgate_http_request_duration_seconds',
    help: 'Duration from request headers to the end of the response, in seconds.',
    labelNames: ['listener', 'method', 'route'],
    buckets: durationBuckets,
    registers,
  });
  const seriesOf = (labels: readonly [string, string, string], status: string): Series => {
    const counted = total.labels(...labels, status);
    const timed = duration.labels(...labels);
    return { count: () => counted.inc(), time: (seconds) => timed.observe(seconds) };
  };
  return (listener) => {
    // Looking a series up by its labels costs more than counting in it.
    const known = new Map<string, Series>();
    return ({ request, status, durationMs }) => {
      const route = request.routeOptions.url ?? noRoute;
      const key = `${request.method} ${status} ${route}`;
      const series = known.get(key) ?? seriesOf([listener, request.method, route], String(status));
      known.set(key, series);
      series.count();
      series.time(durationMs / 1000);
    };
  };
}
