#!/usr/bin/env node
import { launch } from '../tools/bootstrap/launch.mjs';

await launch({ packageName: '@filmgate/server', args: process.argv.slice(2) });
