import { err, ok, type Result } from '../../domain/values/result.ts';

/** Converts an error that has a code, such as ENOENT, to a result. */
export async function catchErrorCode<T>(work: () => Promise<T>): Promise<Result<T, string>> {
  try {
    return ok(await work());
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (typeof code !== 'string') throw error;
    return err(code);
  }
}

/** Returns a short code or phrase for a network error. */
export function describeCause(error: unknown): string {
  const { name, code, cause } = error as { name?: string; code?: unknown; cause?: { code?: unknown } };
  if (name === 'TimeoutError') return 'no answer in time';
  for (const candidate of [cause?.code, code]) if (typeof candidate === 'string') return candidate;
  // Deno's errors of fetch have no code.
  return name === undefined || name === 'TypeError' ? 'network error' : name;
}
