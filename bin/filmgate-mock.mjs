#!/usr/bin/env node
import { launch } from '../tools/bootstrap/launch.mjs';

await launch({ packageName: '@filmgate/upstream-mock', args: process.argv.slice(2) });
