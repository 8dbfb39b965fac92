import { resolve } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import './properties.ts';

/** Runs in a process of the test run and imports the given files one after another. */
for (const file of process.argv.slice(2)) await import(pathToFileURL(resolve(file)).href);
