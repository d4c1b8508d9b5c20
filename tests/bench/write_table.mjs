#!/usr/bin/env node
/** node write_table.mjs REPORT.json: prints the report as Markdown tables. */
import { readFileSync } from 'node:fs';
import { tables } from './table.mjs';

process.stdout.write(tables(JSON.parse(readFileSync(process.argv[2], 'utf8'))));
