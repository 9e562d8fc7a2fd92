import { provePromises } from './prove-promises.ts';

provePromises(1);
