import { readFileSync, writeFileSync } from 'node:fs';
import { liarsTable, tableText } from './table.ts';

/** Writes the table of what liars change into docs/liars.md. */
const path = new URL('../../docs/liars.md', import.meta.url);
const document = readFileSync(path, 'utf8');
const before = document.slice(0, document.indexOf('\n|') + 1);
const after = document.slice(document.lastIndexOf('|\n') + 2);
writeFileSync(path, `${before}${tableText(await liarsTable())}${after}`);
