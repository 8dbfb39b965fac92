import process from 'node:process';
import { pathToFileURL } from 'node:url';

/**
 * How the driver is told which file to open. It reads and writes through a layer of its own for ciphers, which passes off a
 * read that the disk refused as one that it answered: what stands in memory is taken for the database then, and written
 * into it when the log is moved (docs/decisions/2026-11-23-files-are-read-without-the-cipher-layer.md). A name of this
 * form has SQLite's own layer for the system do both.
 */
const SYSTEM = process.platform === 'win32' ? 'win32' : 'unix';

/** For the driver itself. */
export function driverName(path: string): string {
  return `${pathToFileURL(path).href}?vfs=${SYSTEM}`;
}

/** For the driver's client, which undoes the escapes of what follows the scheme, and knows no parameter of SQLite's. */
export function driverUrl(path: string): string {
  return `file:${encodeURIComponent(driverName(path))}`;
}
