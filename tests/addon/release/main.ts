import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { packRelease } from './pack.ts';

/** `npm run addon -- pack FOLDER`: makes and checks the archives with which sites for addons publish the game addon. */

const USAGE = `npm run addon -- pack FOLDER [--url URL --name NAME] [--curse-id NUMBER] [--wago-id ID]

Writes one archive for each game and release.json to FOLDER. URL and NAME are those of the instance to which players
upload. CurseForge and Wago give each addon an id, which their programs read from the archive.
`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    url: { type: 'string' },
    name: { type: 'string' },
    'curse-id': { type: 'string' },
    'wago-id': { type: 'string' },
  },
});
const [command, folder] = positionals;
const { url, name, 'curse-id': curseId, 'wago-id': wagoId } = values;
if (command !== 'pack' || folder === undefined || (url === undefined) !== (name === undefined)) {
  process.stderr.write(USAGE);
  process.exitCode = 1;
} else {
  const files = await packRelease({
    ...(url !== undefined && name !== undefined ? { website: { serviceName: name, publicUrl: url } } : {}),
    ...(curseId === undefined ? {} : { curseId }),
    ...(wagoId === undefined ? {} : { wagoId }),
  });
  mkdirSync(folder, { recursive: true });
  for (const file of files) {
    writeFileSync(join(folder, file.name), file.bytes);
    process.stdout.write(`${join(folder, file.name)}: ${file.bytes.length} bytes\n`);
  }
}
