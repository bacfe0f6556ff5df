import { clientVersion } from '../../node/clientVersion.ts'
import { type Logger, type LogLevel, lineLogger, reasonOf } from '../../server/log/logger.ts'
import { exitCodes } from '../commandLine/commandFailure.ts'
import { isExplained } from '../commandLine/explained.ts'
import type { ServiceConfiguration } from '../configuration/serviceConfiguration.ts'
import type { Terminal } from '../terminal/terminal.ts'
import type { Announcement } from './announcement.ts'
import { textLogger } from './openLogs.ts'

/*
 * With `--log-format json` a service writes only lines of JSON, so its notes to people become events.
 */

export function openLogger(
  { logFormat }: Pick<ServiceConfiguration, 'logFormat'>,
  terminal: Terminal,
  level: () => LogLevel,
): Logger {
  const write = (line: string): void => terminal.note(line.trimEnd())
  const open = logFormat === 'json' ? lineLogger : textLogger
  return open({ level, now: Date.now, write })
}

/** Log lines for the start and the stop of a service, written at every log level. */
export interface LifeEvents {
  /** Makes events of uncaught errors and of warnings of Node.js; returns the function that undoes this. */
  watchProcess(): () => void
  /** Its lines are events too. */
  readonly terminal: Terminal
  started(announcement: Announcement): void
  stopping(signal: string): void
  stopped(): void
  /** The service failed to start, or ended unexpectedly. */
  failed(error: unknown): void
}

/** Undefined for a log in text. */
export function lifeEvents(
  configuration: Pick<ServiceConfiguration, 'logFormat' | 'role'>,
  terminal: Terminal,
): LifeEvents | undefined {
  if (configuration.logFormat !== 'json') return undefined
  const logger = openLogger(configuration, terminal, () => 'info')
  const note = (text: string): void => logger.log('info', 'note', { text })
  return {
    watchProcess: () => watchProcess(logger),
    terminal: { print: note, note, status: undefined },
    started: (announcement) => {
      const { networks, access, dataFolder, metrics, admin } = announcement
      logger.log('info', 'started', {
        version: clientVersion(),
        role: configuration.role,
        networks: networks.map(({ name }) => name).join(' '),
        urls: networks.map(({ url }) => url).join(' '),
        heads: networks.map(({ head }) => head.number).join(' '),
        enodes: networks.flatMap(({ enode }) => enode ?? []).join(' ') || undefined,
        access,
        data: dataFolder ?? undefined,
        metrics: metrics.join(' ') || undefined,
        adminToken: admin?.token ?? undefined,
      })
    },
    stopping: (signal) => logger.log('info', 'stopping', { signal }),
    stopped: () => logger.log('info', 'stopped'),
    failed: (error) =>
      logger.log('error', 'ended', { reason: isExplained(error) ? error.message : reasonOf(error) }),
  }
}

function watchProcess(logger: Logger): () => void {
  // Node.js writes warnings with a listener of its own.
  const usual = process.listeners('warning')
  process.removeAllListeners('warning')
  const onWarning = (warning: Error): void => logger.log('warn', 'warning', { reason: reasonOf(warning) })
  const onUncaught = (error: unknown): void => {
    logger.log('error', 'ended', { reason: reasonOf(error) })
    process.exit(exitCodes.failure)
  }
  process.on('warning', onWarning)
  process.on('uncaughtException', onUncaught)
  return () => {
    process.off('warning', onWarning)
    process.off('uncaughtException', onUncaught)
    for (const listener of usual) process.on('warning', listener)
  }
}
