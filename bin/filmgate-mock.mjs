#!/usr/bin/env node
import { launch } from '../tools/bootstrap/launch.mjs';

await launch({ program: 'filmgate-mock', args: process.argv.slice(2) });
