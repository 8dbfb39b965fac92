/** The part of an instance's configuration that tools report. */
export interface InstanceState {
  /** API keys with higher limits are enabled (TW_KEYS). */
  readonly keys: boolean;
  /** Holders of an install id may issue grants for themselves (TW_SELF_GRANTS). */
  readonly selfGrants: boolean;
  /** Returns whether exports are ready. */
  exports(): Promise<'ready' | 'none' | 'unreachable'>;
}
