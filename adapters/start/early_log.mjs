import process from 'node:process';

/**
 * Writes a line of the log before the program is loaded, in the format of the log (adapters/log.ts). A terminal gets the
 * sentence instead.
 */
export function logEarly(level, event, fields, sentence) {
  const style = process.env['TW_LOG'] ?? (process.stderr.isTTY ? 'pretty' : 'json');
  if (style === 'off') return;
  const line = JSON.stringify({ at: new Date().toISOString(), level, event, ...fields });
  process.stderr.write(`${style === 'pretty' ? sentence : line}\n`);
}
