import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const HERE = fileURLToPath(new URL('./', import.meta.url));
const PACKAGES = join(HERE, 'node_modules');
const CONFORMANCE = join(PACKAGES, '@modelcontextprotocol/conformance/dist/index.js');
const INSPECTOR = join(PACKAGES, '@modelcontextprotocol/inspector/clients/launcher/build/index.js');
const EXPECTED_FAILURES = join(HERE, 'expected_failures.yaml');

const WITHIN_MS = 180_000;

interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program until it exits, or kills it after a timeout. */
function run(program: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: WITHIN_MS,
      killSignal: 'SIGKILL',
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      stdout += chunk;
    });
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      stderr += chunk;
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}

/** Installs the tools in the versions of the lockfile. None of them needs an install script. */
export async function installTools(): Promise<void> {
  const { code, stderr } = await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], HERE);
  assert.equal(code, 0, stderr);
}

/** Returns a Node that is new enough for the tools: this one, or the one in an npm package. */
function toolNode(): string {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 19)) return process.execPath;
  const packaged = join(PACKAGES, `node-${process.platform}-${process.arch}/bin/node`);
  assert.ok(existsSync(packaged), 'These tools need Node 22.19 or newer, and no package brings one for this machine.');
  return packaged;
}

export interface McpTools {
  /** Runs the conformance suite and returns its output. Fails if a scenario has an unexpected result. */
  conformance(): Promise<string>;
  /** Returns the inspector's answer to a method. */
  inspect(method: string, ...args: string[]): Promise<unknown>;
}

/** Opens the tools for a server. Files that they write go to `home`. */
export function openTools(url: string, home: string): McpTools {
  const tool = async (file: string, args: readonly string[]): Promise<string> => {
    const { code, stdout, stderr } = await run(toolNode(), [file, ...args], home, { HOME: home });
    assert.equal(code, 0, `${args.join(' ')}\n${stdout.slice(-4000)}\n${stderr.slice(-4000)}`);
    return stdout;
  };
  return {
    conformance: () =>
      tool(CONFORMANCE, ['server', '--url', url, '--suite', 'all', '--expected-failures', EXPECTED_FAILURES]),
    inspect: async (method, ...args) =>
      JSON.parse(await tool(INSPECTOR, ['--cli', url, '--transport', 'http', '--method', method, ...args])),
  };
}
