import process from 'node:process';
import { pathToFileURL } from 'node:url';

/**
 * SQLite's own VFS for this system. By default the driver reads and writes through its cipher layer, which reports a
 * failed read as successful: SQLite then uses stale memory as the page, and a checkpoint writes it to the database
 * (docs/decisions/storage.md). The `vfs` parameter bypasses this layer. Remove this once a release of libsql includes
 * the fix of https://github.com/utelle/SQLite3MultipleCiphers/pull/272.
 */
const FILE_SYSTEM_KIND = process.platform === 'win32' ? 'win32' : 'unix';

/** Returns the file name for the libsql package. */
export function formatDriverName(path: string): string {
  return `${pathToFileURL(path).href}?vfs=${FILE_SYSTEM_KIND}`;
}
