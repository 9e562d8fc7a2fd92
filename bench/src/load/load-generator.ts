import { programParent } from '../harness/child-program.ts';
import { readProcessorTime, useBetween } from '../harness/processor-time.ts';
import { KeepAliveConnection } from './keep-alive-connection.ts';
import { LatencyHistogram } from './latency-histogram.ts';
import { type LoadOrder, loadOrder, type LoadReport } from './load-order.ts';
import { createRequestSource, type RequestSource } from './request-source.ts';

/** Program: sends load to a server over raw sockets, as ordered, and reports the figures. */

/** Timeout of responses that are outstanding at the end of a slice, in ms. */
const lateResponsesMs = 30_000;

class Slice {
  readonly #order: LoadOrder;
  readonly #next: RequestSource;
  readonly #histogram = new LatencyHistogram();
  readonly #connections: KeepAliveConnection[] = [];
  readonly #starts: (() => void)[] = [];
  #responses = 0;
  #refusals = 0;
  #underWay = 0;
  #counting = true;
  #fail: (error: Error) => void = () => {};
  #idle: () => void = () => {};

  constructor(order: LoadOrder) {
    this.#order = order;
    this.#next = createRequestSource(order.requests, `127.0.0.1:${order.port}`);
  }

  async run(): Promise<LoadReport> {
    const { pids, core, connections, seconds } = this.#order;
    const failed = new Promise<never>((_resolve, reject) => {
      this.#fail = reject;
    });
    try {
      await Promise.race([
        Promise.all(Array.from({ length: connections }, () => this.#open())),
        failed,
      ]);
      const before = readProcessorTime(pids, core);
      const startedAt = performance.now();
      for (const start of this.#starts) start();
      await Promise.race([new Promise((resolve) => setTimeout(resolve, seconds * 1000)), failed]);
      this.#counting = false;
      const use = useBetween(before, readProcessorTime(pids, core));
      const took = (performance.now() - startedAt) / 1000;
      const receivedBytes = this.#connections.reduce(
        (sum, connection) => sum + connection.receivedBytes,
        0,
      );
      await Promise.race([this.#lateResponses(), failed]);
      return this.#report(took, receivedBytes, use);
    } finally {
      for (const connection of this.#connections) connection.close();
    }
  }

  #open(): Promise<void> {
    let sentAt = 0;
    const send = (): void => {
      sentAt = performance.now();
      this.#underWay += 1;
      connection.send(this.#next());
    };
    const connection = new KeepAliveConnection({
      port: this.#order.port,
      readBytes: this.#order.readBytes,
      onFault: (error) => this.#fail(error),
      onResponse: ({ isSuccess }) => {
        this.#underWay -= 1;
        if (!this.#counting) {
          if (this.#underWay === 0) this.#idle();
          return;
        }
        this.#histogram.add(performance.now() - sentAt);
        this.#responses += 1;
        if (!isSuccess) this.#refusals += 1;
        send();
      },
    });
    this.#connections.push(connection);
    this.#starts.push(send);
    return new Promise((resolve) => connection.onceConnected(resolve));
  }

  async #lateResponses(): Promise<void> {
    if (this.#underWay === 0) return;
    const idle = new Promise<void>((resolve) => {
      this.#idle = resolve;
    });
    const timer = setTimeout(
      () => this.#fail(new Error('responses are missing at the end')),
      lateResponsesMs,
    );
    await idle;
    clearTimeout(timer);
  }

  #report(seconds: number, receivedBytes: number, use: ReturnType<typeof useBetween>): LoadReport {
    return {
      responses: this.#responses,
      refusals: this.#refusals,
      seconds,
      receivedBytes,
      p50Ms: this.#histogram.percentile(0.5),
      p99Ms: this.#histogram.percentile(0.99),
      processorNs: use?.ownNs ?? null,
      foreignShare: use?.foreignShare ?? null,
    };
  }
}

const parent = programParent();
parent.onMessage((message) => {
  new Slice(loadOrder.parse(message)).run().then(
    (report) => parent.send(report),
    (error: unknown) =>
      parent.send({ failure: error instanceof Error ? error.message : String(error) }),
  );
});
parent.send({ kind: 'ready' });
