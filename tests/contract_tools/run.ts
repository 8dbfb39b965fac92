import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { inTempDir, runJob, startInstance } from '../support/instance.ts';
import { items, npc, world } from '../support/world.ts';

/**
 * Checks the OpenAPI document of a running instance with tools of others: two linters, a client generator, a strict
 * compiler, and a program compiled with the generated client. `npm run test:contract` runs this.
 */

const HERE = fileURLToPath(new URL('.', import.meta.url));
const TOP = fileURLToPath(new URL('../../', import.meta.url));

/** Turns off the telemetry of the tools. */
const QUIET = {
  ...process.env,
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  NO_UPDATE_NOTIFIER: '1',
  DO_NOT_TRACK: '1',
};

function run(what: string, command: string, args: readonly string[], cwd = HERE): void {
  process.stdout.write(`\n-- ${what}\n`);
  execFileSync(command, args, { cwd, env: QUIET, stdio: 'inherit' });
}

function tool(name: string): string {
  return join(HERE, 'node_modules', '.bin', name);
}

/** Fills an instance with a few relations that three installs stand behind. */
async function fill(url: string, dataDir: string): Promise<void> {
  await world()
    .installs(3, (install) => {
      for (const id of [5, 6, 7]) install.looted(npc(id), ...items(11, 12, id));
    })
    .sendTo(url);
  const job = await runJob(dataDir, ['snapshot']);
  if (job.code !== 0) throw new Error(job.stderr);
}

function checkDocument(document: string, work: string, url: string): void {
  run('lint: Redocly, recommended-strict', tool('redocly'), ['lint', '--config', 'redocly.yaml', document]);
  run('lint: Spectral, spectral:oas', tool('spectral'), [
    ...['lint', '--ruleset', 'spectral.yaml', '--fail-severity', 'hint', document],
  ]);
  run('generate a client', tool('openapi-typescript'), [document, '--output', join(work, 'api.ts')]);
  run(
    'compile a program against it',
    tool('tsc'),
    [
      ...[
        '--strict',
        '--noUncheckedIndexedAccess',
        '--exactOptionalPropertyTypes',
        '--noPropertyAccessFromIndexSignature',
      ],
      ...[
        '--target',
        'es2023',
        '--module',
        'nodenext',
        '--allowImportingTsExtensions',
        '--rewriteRelativeImportExtensions',
      ],
      ...['--types', 'node', '--typeRoots', join(TOP, 'node_modules', '@types'), '--outDir', 'out', 'client.ts'],
    ],
    work,
  );
  run('run it', process.execPath, [join('out', 'client.js'), url], work);
}

function check(dataDir: string): Promise<void> {
  // The linters accept an invented server name, but not localhost.
  return startInstance({ dataDir, env: { TW_PUBLIC_URL: 'https://third-witness.test' } }).then(async (instance) => {
    const work = mkdtempSync(join(tmpdir(), 'third-witness-client-'));
    try {
      await fill(instance.url, dataDir);
      const document = join(work, 'openapi.json');
      writeFileSync(document, await (await fetch(`${instance.url}/api/openapi.json`)).text());
      writeFileSync(join(work, 'package.json'), '{"type":"module"}\n');
      copyFileSync(join(HERE, 'client.ts'), join(work, 'client.ts'));
      symlinkSync(join(HERE, 'node_modules'), join(work, 'node_modules'));
      checkDocument(document, work, instance.url);
    } finally {
      await instance.kill();
      rmSync(work, { recursive: true, force: true });
    }
  });
}

run('install', 'npm', ['ci', '--no-audit', '--no-fund']);
try {
  await inTempDir(check);
  process.stdout.write('\nThe document holds.\n');
} catch (error) {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
