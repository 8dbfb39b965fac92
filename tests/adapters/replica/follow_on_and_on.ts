import process from 'node:process';
import { toDataDir } from '../../../adapters/data_folder/data_dir.ts';
import { followOnce } from './support.ts';

/** Follows a publication until it is killed. Prints `.` after each check. */
const [, , root = '', url = '', path = ''] = process.argv;
for (;;) {
  await followOnce(toDataDir(root), url, path);
  process.stdout.write('.');
}
