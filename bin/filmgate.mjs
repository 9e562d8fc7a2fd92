#!/usr/bin/env node
import { launch } from '../tools/bootstrap/launch.mjs';

await launch({ program: 'filmgate', args: process.argv.slice(2) });
