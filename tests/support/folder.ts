import { writeFolderSettings } from '../../adapters/config/folder_settings.ts';
import { type DataDir, toDataDir } from '../../adapters/data_folder/data_dir.ts';
import { openInstanceFolder } from '../../adapters/data_folder/open_folder.ts';
import { openUploadWriter } from '../../adapters/libsql/uploads/writer.ts';
import { systemRandom } from '../../adapters/random.ts';

/** Creates a data folder as an instance leaves it after its first start, so that commands work in it. */
export async function beginFolder(path: string): Promise<DataDir> {
  const held = await openInstanceFolder(path);
  if (!held.ok) throw new Error(held.error);
  const { dir, lock } = held.value;
  const writer = await openUploadWriter(dir.uploadsDb, { random: systemRandom, create: true });
  await writer.close();
  await storeSettings(dir.root, {});
  await lock.release();
  return dir;
}

/** Writes the settings to a data folder as a start of an instance with this environment does. */
export async function storeSettings(path: string, env: Readonly<Record<string, string>>): Promise<void> {
  const publicUrl = env['TW_PUBLIC_URL'] ?? 'http://localhost:8787';
  await writeFolderSettings(toDataDir(path), env, { publicUrl, release: '1.2.3' });
}
