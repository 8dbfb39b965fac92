import type { AutostartEntry, Machine, MachineFiles } from '../../ports/machine.ts';

const AUTOSTART_NAME = 'Third Witness Companion';

/** Returns the entry with which a system starts this command, a program and its arguments, when the player logs in. */
export function buildAutostartEntry(
  { join }: Pick<MachineFiles, 'join'>,
  { system, home, env }: Pick<Machine, 'system' | 'home' | 'env'>,
  command: readonly string[],
): AutostartEntry {
  if (system === 'windows') {
    const key = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run';
    // Paths of Windows contain no quotation marks.
    return { kind: 'registry', key, name: AUTOSTART_NAME, value: command.map((word) => `"${word}"`).join(' ') };
  }
  if (system === 'mac') {
    const path = join(home, 'Library', 'LaunchAgents', 'third-witness.companion.plist');
    return { kind: 'file', path, text: formatLaunchAgent(command) };
  }
  const path = join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'autostart', 'third-witness-companion.desktop');
  const text = `[Desktop Entry]\nType=Application\nName=${AUTOSTART_NAME}\nExec=${command.map(quoteForDesktop).join(' ')}\nTerminal=false\n`;
  return { kind: 'file', path, text };
}

/** Quotes a word of an Exec line: once as an argument, and once as a value of the file. Percent signs are field codes. */
function quoteForDesktop(word: string): string {
  const argument = word.replace(/["`$\\]/g, '\\$&').replaceAll('%', '%%');
  return `"${argument.replaceAll('\\', '\\\\')}"`;
}

function formatLaunchAgent(command: readonly string[]): string {
  const words = command.map((word) => `<string>${escapeXml(word)}</string>`).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict>
<key>Label</key><string>third-witness.companion</string>
<key>ProgramArguments</key><array>${words}</array>
<key>RunAtLoad</key><true/>
</dict></plist>
`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
