/** How an instance is set up, as far as its tools tell. */
export interface InstanceState {
  /** Keys raise the limits (TW_KEYS). */
  readonly keys: boolean;
  /** Holders of an install id may issue grants for themselves (TW_SELF_GRANTS). */
  readonly selfGrants: boolean;
  /** Whether exports stand ready. */
  exports(): Promise<'ready' | 'none' | 'unreachable'>;
}
