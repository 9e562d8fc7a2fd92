/** @module-tag long */
import { describe } from 'vitest';
import {
  measuredBy,
  testEveryField,
  testFiles,
  useResponseGate,
} from './provider-responses/response-gate.ts';

describe('[providers.engine.worst-file] the worst response of a gateway, and the worst file', () => {
  useResponseGate();
  testEveryField(measuredBy.gateways);
  testFiles();
});
