/** Header fields by name. */
export type Fields = Readonly<Record<string, string>>;
