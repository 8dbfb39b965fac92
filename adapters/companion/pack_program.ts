import { readFileSync } from 'node:fs';
import { zipSync } from 'fflate';
import type { Bytes } from '../../domain/ports/codec.ts';

/** A failure of the build that a sentence explains. */
export class BuildFailure extends Error {}

export const PROGRAM_NAME = 'third-witness-companion';

/** A system that the companion is built for, and the package that contains Node for it. */
export interface CompanionTarget {
  /** The names that Node gives to the system and its processor. */
  readonly host: string;
  readonly package: string;
  /** The package's digest in npm's form, so that the executable is the one that we tried. */
  readonly integrity: string;
  readonly binary: string;
  readonly file: string;
  readonly label: string;
}

const EXECUTABLE_MODE = 0o755;
const UNIX_HOST = 3;

/** Windows gets the program itself. For Linux it is packed, because browsers store files that cannot be started. */
export function packExecutable({ host }: CompanionTarget, program: Bytes): Bytes {
  return host.startsWith('win32') ? hideConsole(program) : packFiles({ [PROGRAM_NAME]: [program, EXECUTABLE_MODE] });
}

type ZipEntries = Readonly<Record<string, readonly [bytes: Uint8Array, mode: number]>>;

function packFiles(files: ZipEntries): Bytes {
  const entries = Object.entries(files).map(([path, [bytes, mode]]) => {
    return [path, [bytes, { os: UNIX_HOST, attrs: (0o100000 | mode) << 16, mtime: new Date(2000, 0, 1) }]] as const;
  });
  return new Uint8Array(zipSync(Object.fromEntries(entries) as Parameters<typeof zipSync>[0]));
}

/**
 * Marks a program of Windows as one with windows of its own, so that it opens no terminal, and removes the reference to
 * the signature of Node, which the script has made invalid. The format is PE32+.
 */
export function hideConsole(program: Bytes): Bytes {
  const bytes = new Uint8Array(program);
  const view = new DataView(bytes.buffer);
  const optionalHeader = view.getUint32(0x3c, true) + 24;
  if (view.getUint16(optionalHeader, true) !== 0x20b) throw new BuildFailure('The Node of Windows has another format.');
  view.setUint16(optionalHeader + 68, 2, true);
  view.setBigUint64(optionalHeader + 144, 0n, true);
  return bytes;
}

const MAC_APP_FOLDER = 'Third Witness Companion.app/Contents';

/**
 * Packs an application of macOS with an unchanged Node, whose signature the system accepts, beside the script: a changed
 * one would have to be signed on a Mac.
 */
export function packMacApp(node: string, script: string): Bytes {
  const text = (content: string) => new TextEncoder().encode(content);
  const start =
    '#!/bin/sh\nfolder=$(cd "$(dirname "$0")/../Resources" && pwd)\nexec "$folder/node" "$folder/companion.cjs" "$@"\n';
  const info = `<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict>
<key>CFBundleIdentifier</key><string>third-witness.companion</string>
<key>CFBundleName</key><string>Third Witness Companion</string>
<key>CFBundleExecutable</key><string>companion</string>
<key>CFBundlePackageType</key><string>APPL</string>
<key>LSUIElement</key><true/>
</dict></plist>
`;
  return packFiles({
    [`${MAC_APP_FOLDER}/Info.plist`]: [text(info), 0o644],
    [`${MAC_APP_FOLDER}/MacOS/companion`]: [text(start), EXECUTABLE_MODE],
    [`${MAC_APP_FOLDER}/Resources/companion.cjs`]: [readFileSync(script), 0o644],
    [`${MAC_APP_FOLDER}/Resources/node`]: [readFileSync(node), EXECUTABLE_MODE],
  });
}
