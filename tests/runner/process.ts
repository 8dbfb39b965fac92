import { resolve } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import './properties.ts';

/** A process of the tests: imports the files it is given one after another. */
for (const file of process.argv.slice(2)) await import(pathToFileURL(resolve(file)).href);
