import { type Logger, type LogLevel, logLevels } from '../../server/log/log.ts'

export interface TextLoggerParts {
  readonly level: LogLevel
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly write: (line: string) => void
}

/** Writes one line per event: time, level, event, fields. */
export function textLogger({ level: lowest, now, write }: TextLoggerParts): Logger {
  const isEnabled = (level: LogLevel): boolean => logLevels.indexOf(level) >= logLevels.indexOf(lowest)
  return {
    isEnabled,
    log(level, event, fields = {}) {
      if (!isEnabled(level)) return
      const texts = Object.entries(fields)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => ` ${name}=${fieldText(value)}`)
      write(`${new Date(now()).toISOString()} ${level.padEnd(5)} ${event}${texts.join('')}`)
    },
  }
}

/** Fields may contain text of clients: anything but plain words is quoted and stays on its line. */
function fieldText(value: string | number | boolean | undefined): string {
  const text = String(value)
  return /^[\w.:/@+-]+$/.test(text) ? text : JSON.stringify(text)
}
