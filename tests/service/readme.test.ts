import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startInstanceHere } from '../support/in_process.ts';
import { instanceEnv, inTempDir } from '../support/instance.ts';

const TOP = fileURLToPath(new URL('../../', import.meta.url));
const README = readFileSync(join(TOP, 'README.md'), 'utf8');

/** Returns the indented blocks of a section, in order. */
function blocksOf(heading: string): readonly string[] {
  const from = README.indexOf(`\n## ${heading}\n`);
  assert.ok(from >= 0, heading);
  const section = README.slice(from + 1, README.indexOf('\n## ', from + 1));
  return [...section.matchAll(/(?:^ {4}.*\n)+/gm)].map(([block]) => block.replace(/^ {4}/gm, '').trimEnd());
}

/** Whether a text matches an example, in which `…` stands for anything. */
function shows(example: string, text: string): boolean {
  const parts = example.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('[\\s\\S]*')}$`).test(text);
}

/** Replaces curl on machines without it. Supports only the options that the README uses. */
const CURL = `#!/usr/bin/env node
const { argv, stdout } = process;
const url = argv.find((word) => word.startsWith('http'));
const headers = {};
const init = { headers };
argv.forEach((word, i) => {
  if (word === '-H') headers[argv[i + 1].split(': ')[0]] = argv[i + 1].split(': ')[1];
  if (word === '-d') Object.assign(init, { method: 'POST', body: argv[i + 1] });
});
fetch(url, init).then((answer) => answer.text()).then((text) => stdout.write(text));
`;

function sh(script: string, env: NodeJS.ProcessEnv): Promise<{ code: number | null; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const child = spawn('sh', ['-c', script], { cwd: TOP, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
    });
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}

test('the tour in the README works as described', () =>
  inTempDir(async (folder) => {
    assert.ok(blocksOf('Run it').includes('npm install && npm start'));
    const dataDir = join(folder, 'data');
    const instance = await startInstanceHere({ dataDir });
    try {
      const { port } = instance;
      const env = instanceEnv(dataDir, { TW_PORT: String(port) });
      if ((await sh('command -v curl', env)).code !== 0) {
        mkdirSync(join(folder, 'bin'));
        writeFileSync(join(folder, 'bin', 'curl'), CURL);
        chmodSync(join(folder, 'bin', 'curl'), 0o755);
        env['PATH'] = `${join(folder, 'bin')}:${env['PATH']}`;
      }
      const blocks = blocksOf('A first fact');
      assert.equal(blocks.length % 2, 0, 'a command, and what comes');
      assert.equal(blocks.length, 6);
      for (let at = 0; at < blocks.length; at += 2) {
        const [command, example] = [blocks[at]!, blocks[at + 1]!];
        const { code, stdout, stderr } = await sh(command.replaceAll('localhost:8787', `localhost:${port}`), env);
        assert.equal(code, 0, stderr);
        assert.ok(shows(example, stdout.trim()), `${command}\nanswers\n${stdout}\ninstead of\n${example}`);
      }
      const page = await (await fetch(`${instance.url}/npc/6`)).text();
      assert.match(page, /2589/);
    } finally {
      await instance.kill();
    }
  }));

test('an example is compared with the real output', () => {
  assert.ok(shows('{"a":"…","b":[1]}', '{"a":"x","b":[1]}'));
  assert.ok(!shows('{"a":"…","b":[1]}', '{"a":"x","b":[2]}'));
  assert.ok(!shows('a', 'a\nb'));
});
