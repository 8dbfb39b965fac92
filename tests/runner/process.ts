import { resolve } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { memoryFolder } from './memory_folder.ts';
import './properties.ts';
import { staysOnDisk } from './sets.ts';

/** Runs in a process of the test run and imports the given files one after another. */
const files = process.argv.slice(2);
const memory = files.some(staysOnDisk) ? null : memoryFolder();
if (memory !== null) process.env['TMPDIR'] ??= memory;
for (const file of files) await import(pathToFileURL(resolve(file)).href);
