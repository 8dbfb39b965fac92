#!/usr/bin/env node
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { ROOT } from './cache.mjs';
import { logEarly } from './early_log.mjs';
import { findProgram } from './find_program.mjs';
import { COMMANDS, NAMED_PROGRAMS } from './programs.mjs';
import { describeRelease, readReleaseIn } from './release.mjs';

/**
 * The command `third-witness`: `third-witness start` runs an instance, `third-witness snapshot` a command. The scripts
 * of package.json start this file, too, with the same engine flags.
 */
const [node, , ...words] = process.argv;
/** Programs without words of their own are explained by the list of commands. */
const isAskingForHelp = words.includes('--help') || words.includes('-h');
const named = NAMED_PROGRAMS.find(({ name, hasWords }) => name === words[0] && (hasWords || !isAskingForHelp));
const { file, flags } = named ?? COMMANDS;

// Node takes these flags only when it starts, so it starts again. Releases before 22.15, and Windows, cannot replace a
// process: there the program runs without the flags and needs more memory.
if (process.execArgv.length === 0 && flags.length > 0)
  process.execve?.(node, [node, ...flags, fileURLToPath(import.meta.url), ...words]);

// The shell that npx starts ends at SIGTERM, but does not pass it on.
if (process.env.npm_command === 'exec') {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, 500).unref();
}

// Loading the program takes a while.
if (named?.name === 'start') {
  const release = readReleaseIn(ROOT);
  const sentence = `${describeRelease(release)} is starting. Its address appears here when it is ready.`;
  logEarly('info', 'instance.starting', release, sentence);
}
if (named?.name === 'demo')
  process.stdout.write('The demo is starting. It fills an instance with two weeks of invented records.\n');

process.argv = [node, file, ...words.slice(named === undefined ? 0 : 1)];
await import(await findProgram(new URL(file, ROOT).href));
