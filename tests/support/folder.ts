import { createDataDir, type DataDir, dataDir } from '../../adapters/data_dir.ts';
import { claimIdentity } from '../../adapters/folder_identity.ts';
import { openUploadWriter } from '../../adapters/libsql/uploads/writer.ts';
import { systemRandom } from '../../adapters/random.ts';

/** Makes a data folder as the first start of an instance leaves it, so that commands work in it. */
export const beginFolder = async (path: string): Promise<DataDir> => {
  const { uploadsDb, identity } = createDataDir(path);
  const writer = await openUploadWriter(uploadsDb, { random: systemRandom, create: true });
  await writer.close();
  return dataDir(path, await claimIdentity(identity, systemRandom));
};
