import { spawn } from 'node:child_process';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { buildCompanion, TARGET_HOSTS, writeCompanionScript } from './build.ts';
import { COMPANION_FOLDER } from './built_files.ts';
import { BuildFailure } from './pack_program.ts';

const BUILD_USAGE = `npm run companion [-- --url URL] [--systems ${TARGET_HOSTS.join(',')}]
npm run companion -- run [--url URL]

Builds the companion, the program with which players upload without a terminal, into the folder companion. An instance
that is started afterwards offers it at /upload. URL is the instance that it suggests to players. Building downloads
Node for each system with npm, and needs the program tar. With run, starts the companion on this computer instead.
`;

/** Runs the command line of `npm run companion`. */
export async function runCompanionBuild(): Promise<void> {
  const options = { url: { type: 'string' }, systems: { type: 'string' }, help: { type: 'boolean' } } as const;
  const { positionals, values } = parseArgs({ allowPositionals: true, options });
  const hosts = values.systems?.split(',') ?? TARGET_HOSTS;
  const isUrl = values.url === undefined || /^https?:\/\/[^\s/?#@]+[^\s?#@]*$/.test(values.url);
  const isRun = positionals.join() === 'run';
  if (values.help || !isUrl || (positionals.length > 0 && !isRun) || hosts.some((one) => !TARGET_HOSTS.includes(one))) {
    process.stderr.write(BUILD_USAGE);
    process.exitCode = values.help ? 0 : 1;
    return;
  }
  const url = values.url?.replace(/\/+$/, '') ?? null;
  try {
    if (isRun) {
      const child = spawn(process.execPath, [await writeCompanionScript(url)], { stdio: 'inherit' });
      child.once('exit', (code) => {
        process.exitCode = code ?? 1;
      });
    } else {
      for (const line of await buildCompanion(COMPANION_FOLDER, url, hosts)) process.stdout.write(`${line}\n`);
    }
  } catch (error) {
    if (!(error instanceof BuildFailure)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
