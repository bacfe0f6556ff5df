import type { CallLogOptions } from '../../node/local/callLog/callLog.ts'
import type { CompiledContracts } from '../../node/local/callLog/contractArtifact.ts'
import { ReportedFailure } from '../commandLine/commandFailure.ts'
import type { ServiceConfiguration } from '../configuration/serviceConfiguration.ts'
import { explainFullDisk } from '../dataFolder/dataFolder.ts'
import { watchOutputReader } from '../terminal/outputReader.ts'
import { StopRequest } from '../terminal/stopRequest.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { type Announcement, announcementOf } from './announcement.ts'
import { openService, type Service } from './openService.ts'
import { Reloading, type ReloadingParts, reloadText } from './reloading.ts'
import { lifeEvents, openLogger } from './serviceLog.ts'
import { type FollowedNetwork, showSyncProgress } from './syncProgress.ts'

export interface ServingOptions extends Pick<CallLogOptions, 'hint'> {
  readonly isVerbose: boolean
  readonly artifacts?: CompiledContracts | undefined
  /** Print the announcement as one JSON object. */
  readonly isJson: boolean
  /** Print nothing but errors. */
  readonly isSilent?: boolean
  /** Stop the service when the reader of standard output has gone, as after `| head -n 1`. */
  readonly endsWithReader?: boolean
  /** Is called when the service is ready. */
  readonly onReady?: (announcement: Announcement, service: Service) => void
  /** Reads the settings again; undefined for a service that keeps those of its start. */
  readonly settings?: Pick<ReloadingParts, 'started' | 'read'>
  /** The announcement for people. */
  readonly textOf: (announcement: Announcement, service: Service) => string
}

/** Whether calls are logged. */
export const isWatched = (
  { isJson, isVerbose, isSilent = false }: Pick<ServingOptions, 'isJson' | 'isVerbose' | 'isSilent'>,
  { status }: Terminal,
): boolean => !isSilent && (isVerbose || (status !== undefined && !isJson))

/** Serves the configured networks until the process is asked to stop. */
export async function serveUntilStopped(
  configuration: ServiceConfiguration,
  options: ServingOptions,
  given: Terminal,
): Promise<void> {
  const { isJson, isVerbose, isSilent = false, artifacts, hint, textOf, onReady } = options
  let latest = configuration
  const log = openLogger(configuration, given, () => latest.logLevel)
  const events = lifeEvents(configuration, given)
  const unwatch = events?.watchProcess()
  const terminal = events?.terminal ?? given
  const onLine = (line: string): void => terminal.note(line)
  const callLog = isWatched(options, terminal) ? { isVerbose, hint, onLine } : undefined
  const stop = new StopRequest()
  let service: Service | undefined
  const reloading =
    options.settings &&
    new Reloading({
      ...options.settings,
      apply(changed) {
        latest = changed
        service?.change(changed)
      },
    })
  const reload = reloading && (() => reloading.reload())
  const onHangUp = (): void => {
    service?.reopenLogs()
    if (reload !== undefined) terminal.note(reloadText(reload()))
  }
  // Without an access log, a process on a terminal ends with it, as other programs do.
  const survivesHangUp = configuration.accessLog !== undefined || !process.stderr.isTTY
  if (survivesHangUp) process.on('SIGHUP', onHangUp)
  const unwatchReader = options.endsWithReader ? watchOutputReader(() => stop.request()) : undefined
  let endProgress = (): void => {}
  try {
    service = await openService(configuration, { log, callLog, artifacts, reload })
    // Read again while the service was being opened.
    if (latest !== configuration) service.change(latest)
    const announcement = announcementOf(service, configuration)
    onReady?.(announcement, service)
    const isAnnounced = !isSilent && (isJson || events === undefined)
    if (isAnnounced) given.print(isJson ? JSON.stringify(announcement) : textOf(announcement, service))
    events?.started(announcement)
    endProgress = showSyncProgress(followedNetworks(service), terminal)
    await stop.received
    if (events !== undefined) events.stopping(stop.signal ?? '')
    else if (!isSilent) {
      terminal.note('stopping after the running calls; a second signal ends the process immediately')
    }
    endProgress()
    await service.close()
    service = undefined
    events?.stopped()
  } catch (error) {
    const { data } = configuration
    const explained = data === undefined ? error : explainFullDisk(error, data)
    if (events === undefined) throw explained
    events.failed(explained)
    throw new ReportedFailure()
  } finally {
    endProgress()
    await service?.close()
    stop.forget()
    process.off('SIGHUP', onHangUp)
    unwatchReader?.()
    unwatch?.()
  }
}

const followedNetworks = ({ served }: Service): FollowedNetwork[] =>
  served.flatMap(({ services }) =>
    services.flatMap(({ configuration: { name }, node }) => {
      if (node === undefined) return []
      const { peers } = node
      return [{ name, work: () => node.work ?? [], progress: peers && (() => peers.progress) }]
    }),
  )
