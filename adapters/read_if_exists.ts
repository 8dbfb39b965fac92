import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** Returns the code of a system error, such as ENOENT, or an empty string for any other error. */
export function readFaultCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

export function isMissing(error: unknown): boolean {
  return readFaultCode(error) === 'ENOENT';
}

/** Reads a small text file. Returns null if reading fails with one of the codes in `missing`. */
export function readIfExistsSync(path: string | URL, missing: readonly string[] = ['ENOENT']): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (missing.includes(readFaultCode(error))) return null;
    throw error;
  }
}

/** Returns the result of `work`, or null if the file or folder that it reads is missing. */
export async function ifExists<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Reads a text file, or returns null if it is missing. */
export function readIfExists(path: string): Promise<string | null> {
  return ifExists(readFile(path, 'utf8'));
}

/**
 * Reads a JSON file. Returns null if it is missing or invalid. Our own writes are atomic, so an invalid file was edited
 * by somebody.
 */
export async function readJsonIfExists(path: string): Promise<unknown> {
  const text = await readIfExists(path);
  return text === null ? null : parseJson(text);
}

/** Error codes for a missing file, or for a folder that was replaced by a file. */
export const MISSING_CODES = ['ENOENT', 'ENOTDIR'];

/** Parses JSON, or returns null if it is invalid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
