/**
 * What facts name beside what they are about (domain/families/lookups/mentioned.ts), and the counts kept beside lists: no claims of their
 * own, but rules that a snapshot database was built by. Another version has it built afresh.
 */
export const MENTIONS_RULES = { name: 'mentions', version: 1 } as const;
