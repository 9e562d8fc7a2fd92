export { createMockClient, type MockClientOptions } from './client/create-mock-client.ts';
export {
  createMockUpstream,
  type MockUpstream,
  type MockUpstreamOptions,
} from './client/create-mock-upstream.ts';
