/** Emits an error that no caller can receive as a warning of the process. */
export const warnOf = (error: unknown): void =>
  process.emitWarning(error instanceof Error ? error : String(error))
