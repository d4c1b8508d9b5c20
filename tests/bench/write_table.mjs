#!/usr/bin/env node
/** node write_table.mjs REPORT.json TASK: prints the report of a task as Markdown tables. */
import { readFileSync } from 'node:fs';
import { tables } from './table.mjs';

const [report, task] = process.argv.slice(2);
process.stdout.write(tables(JSON.parse(readFileSync(report, 'utf8')), task));
