import { AccessLog } from '../../server/log/accessLog.ts'
import { LineFile, type LineFileParts, type LineFileStatus } from '../../server/log/lineFile.ts'
import { isAtLeast, type LineLoggerParts, type Logger, type LogLevel } from '../../server/log/logger.ts'
import { CommandFailure } from '../commandLine/commandFailure.ts'
import type { Endings } from './endings.ts'

const elapsedMs = performance.now.bind(performance)

/** The access log of all servers; its members are undefined when requests are not logged. */
export interface OpenedAccessLog {
  readonly accessLog: AccessLog | undefined
  readonly accessLines: (() => LineFileStatus) | undefined
  /** Log rotation asks for it after it has renamed the file. */
  readonly reopen: (() => void) | undefined
}

export function openAccessLog(path: string | undefined, logger: Logger, endings: Endings): OpenedAccessLog {
  if (path === undefined) return { accessLog: undefined, accessLines: undefined, reopen: undefined }
  const file = openFile({
    path,
    onDropped: (lines, reason) => logger.log('warn', 'access-log-dropped', { lines, reason }),
  })
  endings.add(() => file.close())
  const accessLog = new AccessLog({ now: Date.now, elapsedMs, write: (line) => file.add(line) })
  return { accessLog, accessLines: () => file.status, reopen: () => file.reopen() }
}

function openFile(parts: LineFileParts): LineFile {
  try {
    return new LineFile(parts)
  } catch (error) {
    throw new CommandFailure(`access-log: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Writes one line per event: time, level, event, fields. */
export function textLogger({ level: lowest, now, write }: LineLoggerParts): Logger {
  const isEnabled = (level: LogLevel): boolean => isAtLeast(level, lowest())
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
