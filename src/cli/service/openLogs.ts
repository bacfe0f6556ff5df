import { AccessLog } from '../../server/log/accessLog.ts'
import { LineFile, type LineFileParts, type LineFileStatus } from '../../server/log/lineFile.ts'
import { type LineLoggerParts, type Logger, type LogLevel, logLevels } from '../../server/log/logger.ts'
import { CommandFailure } from '../commandLine/commandFailure.ts'
import type { Endings } from './endings.ts'

const elapsedMs = performance.now.bind(performance)

/** The access log of all servers; both are undefined when requests are not logged. */
export interface OpenedAccessLog {
  readonly accessLog: AccessLog | undefined
  readonly accessLines: (() => LineFileStatus) | undefined
}

/**
 * Opens the file of the access log, and reopens it with every SIGHUP, which log rotation sends to all processes after it has
 * renamed files. A process without an access log ignores the signal, except on a terminal, with which it ends.
 */
export function openAccessLog(path: string | undefined, logger: Logger, endings: Endings): OpenedAccessLog {
  if (path === undefined) {
    if (!process.stderr.isTTY) onHangUp(() => {}, endings)
    return { accessLog: undefined, accessLines: undefined }
  }
  const file = openFile({
    path,
    onDropped: (lines, reason) => logger.log('warn', 'access-log-dropped', { lines, reason }),
  })
  endings.add(() => file.close())
  onHangUp(() => file.reopen(), endings)
  const accessLog = new AccessLog({ now: Date.now, elapsedMs, write: (line) => file.add(line) })
  return { accessLog, accessLines: () => file.status }
}

function onHangUp(work: () => void, endings: Endings): void {
  process.on('SIGHUP', work)
  endings.add(() => void process.off('SIGHUP', work))
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
