/** Makes an error that nobody is there to catch a warning of the process. */
export const warnOf = (error: unknown): void =>
  process.emitWarning(error instanceof Error ? error : String(error))
