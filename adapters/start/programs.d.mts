interface Program {
  readonly file: string;
  readonly flags: readonly string[];
}

export const PROGRAMS: readonly string[];
export const NAMED_PROGRAMS: readonly (Program & { readonly name: string; readonly summary: string })[];
export const COMMANDS: Program;
