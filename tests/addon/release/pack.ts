import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packZip } from '../../../adapters/zip.ts';
import type { AddonFile } from '../../../domain/ports/addon.ts';
import { fillTocTemplate } from '../../../http/endpoints/addon/route.ts';
import { readZip } from '../../support/zip.ts';
import { ADDON } from '../support.ts';

const NAME = 'ThirdWitness';

/** Games that sites for addons list apart, by the packager's name, with the first digits of their interface numbers. */
const FLAVORS = [
  { flavor: 'classic', digits: '115' },
  { flavor: 'forever', digits: '160' },
  { flavor: 'bcc', digits: '205' },
  { flavor: 'mists', digits: '505' },
] as const;

export interface ReleaseOptions {
  /** The instance that players upload to, shown in the game. */
  readonly website?: { readonly serviceName: string; readonly publicUrl: string };
  /** Numbers that the sites gave the addon. */
  readonly curseId?: string;
  readonly wagoId?: string;
}

interface ReleaseFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Packs one archive for each game, and the file `release.json` that programs for addons read. */
export async function packRelease(options: ReleaseOptions = {}): Promise<readonly ReleaseFile[]> {
  const sources = readdirSync(ADDON).sort();
  const toc = readFileSync(join(ADDON, `${NAME}.toc`), 'utf8');
  const version = fieldOf(toc, 'Version');
  const files: ReleaseFile[] = [];
  const releases: object[] = [];
  for (const { flavor, digits } of FLAVORS) {
    const interfaces = fieldOf(toc, 'Interface')
      .split(', ')
      .filter((number) => number.startsWith(digits));
    const ownToc = tocFor(toc, interfaces.join(', '), options);
    const entries = sources.map((file): AddonFile => {
      const bytes = file === `${NAME}.toc` ? new TextEncoder().encode(ownToc) : readFileSync(join(ADDON, file));
      return { path: `${NAME}/${file}`, bytes: new Uint8Array(bytes) };
    });
    const name = `${NAME}-${version}-${flavor}.zip`;
    const bytes = await packZip(entries);
    checkArchive(name, bytes);
    files.push({ name, bytes });
    const metadata = [{ flavor, interface: Math.max(...interfaces.map(Number)) }];
    releases.push({ name: NAME, version, filename: name, nolib: false, metadata });
  }
  const index = `${JSON.stringify({ releases }, null, 2)}\n`;
  return [...files, { name: 'release.json', bytes: new TextEncoder().encode(index) }];
}

function fieldOf(toc: string, name: string): string {
  const value = new RegExp(`^## ${name}: (.+)$`, 'm').exec(toc)?.[1];
  if (value === undefined) throw new Error(`The table of contents has no ${name}.`);
  return value.trim();
}

/** Returns the table of contents for one game, with the numbers of the sites and the address of the instance. */
function tocFor(toc: string, interfaces: string, { website, curseId, wagoId }: ReleaseOptions): string {
  const ids = { 'X-Curse-Project-ID': curseId, 'X-Wago-ID': wagoId };
  let own = toc.replace(/^## Interface: .*$/m, `## Interface: ${interfaces}`);
  for (const [field, id] of Object.entries(ids)) {
    if (id !== undefined && !/^[A-Za-z0-9]+$/.test(id)) throw new Error(`${field} must be letters and digits.`);
    if (id !== undefined) own = own.replace(new RegExp(`^# ${field}:.*$`, 'm'), `## ${field}: ${id}`);
  }
  return website === undefined ? own : fillTocTemplate(own, website);
}

/** Throws if the game or a site would not accept the archive. */
function checkArchive(name: string, bytes: Uint8Array): void {
  const entries = new Map(readZip(bytes).map(({ path, text }) => [path, text]));
  const toc = entries.get(`${NAME}/${NAME}.toc`);
  if (toc === undefined) throw new Error(`${name} has no table of contents.`);
  const listed = toc.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#'));
  const expected = [...listed, `${NAME}.toc`, 'README.txt'].map((file) => `${NAME}/${file}`).sort();
  const found = [...entries.keys()].sort();
  if (found.join() !== expected.join()) throw new Error(`${name} has other files than its table of contents lists.`);
  if (!/^## Interface: \d{5}(, \d{5})*$/m.test(toc)) throw new Error(`${name} is for no client.`);
}
