import type { Logger as Pino } from 'pino'
import { packageRequire } from '../../platform/packageFile.ts'

export const logLevels = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof logLevels)[number]

export type LogFields = { readonly [field: string]: string | number | boolean | undefined }

/** Structured logs: an event and its fields. A field never holds an API key, only the key's id. */
export interface Logger {
  isEnabled(level: LogLevel): boolean
  log(level: LogLevel, event: string, fields?: LogFields): void
}

export interface LineLoggerParts {
  /** The lowest level that is written; a reload may change it. */
  readonly level: () => LogLevel
  readonly now: () => number
  readonly write: (line: string) => void
}

/** Whether a level is as severe as the lowest that is written. */
export const isAtLeast = (level: LogLevel, lowest: LogLevel): boolean =>
  logLevels.indexOf(level) >= logLevels.indexOf(lowest)

/** Writes one JSON object per line. */
export function lineLogger(options: LineLoggerParts): Logger {
  const isEnabled = (level: LogLevel): boolean => isAtLeast(level, options.level())
  let pino: Pino | undefined
  return {
    isEnabled,
    log(level, event, fields = {}) {
      if (!isEnabled(level)) return
      pino ??= openPino(options)
      pino[level](fields, event)
    },
  }
}

/** Loads pino with the first line: that takes tens of milliseconds, and many processes log nothing. */
function openPino({ now, write }: LineLoggerParts): Pino {
  const { pino } = packageRequire()('pino') as typeof import('pino')
  return pino(
    {
      level: 'debug',
      base: null,
      messageKey: 'event',
      timestamp: () => `,"time":"${new Date(now()).toISOString()}"`,
      formatters: { level: (name) => ({ level: name }) },
    },
    { write },
  )
}

const keyText = /cambium_([0-9a-f]{12})_[\w-]{43}/g

/** The text with the ids of keys instead of the keys. */
export const withoutKeySecrets = (text: string): string => text.replaceAll(keyText, 'cambium_$1_…')

/** The same logger, which replaces the secret of a key in any field, such as the message of an error. */
export const withoutKeys = (logger: Logger): Logger => ({
  isEnabled: (level) => logger.isEnabled(level),
  log: (level, event, fields = {}) => logger.log(level, event, redacted(fields)),
})

const redacted = (fields: LogFields): LogFields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'string' ? withoutKeySecrets(value) : value,
    ]),
  )

/** The stack of an error, for the operator only. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)
