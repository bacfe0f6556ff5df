import type { CallLogOptions } from '../../node/local/callLog/callLog.ts'
import type { CompiledContracts } from '../../node/local/callLog/contractArtifact.ts'
import type { FailureFacts } from '../../rpc/envelope/failure.ts'
import type { Reloaded } from '../../server/admin/adminRoute.ts'
import { type Logger, reasonOf } from '../../server/log/logger.ts'
import { withoutRepetitions } from '../../server/log/repeatedFailures.ts'
import type { LiveLimits } from '../../server/settings/serverLimits.ts'
import type { WebFiles } from '../../server/settings/webFiles.ts'
import { defaultReaderLimits, ReaderPool } from '../../service/readers/readerPool.ts'
import { isFullDisk } from '../../store/errors.ts'
import { memoryWarning } from '../configuration/memoryBudget.ts'
import type { ServiceConfiguration } from '../configuration/serviceConfiguration.ts'
import type { ServiceLimits } from '../configuration/settings/limitSettings.ts'
import { refuseInnerFolder } from '../dataFolder/dataFolder.ts'
import { Endings } from './endings.ts'
import type { NetworkService, NetworkServiceParts } from './networkService.ts'
import { hasAdmin, openAccess, openAdmin, openShared } from './openAccess.ts'
import { admittedConnections } from './openFiles.ts'
import { openAccessLog } from './openLogs.ts'
import { openNetwork } from './openNetwork.ts'
import { openSpans } from './openSpans.ts'
import { readWebFiles } from './readWebFiles.ts'
import { openServers, type ServedNetworks } from './servers.ts'

const mebibyte = 1 << 20
/** A full disk fails every write; the log reports it once per hour. */
const fullDiskMs = 3_600_000

/** The running servers of a configuration. */
export interface Service {
  readonly served: readonly ServedNetworks[]
  /** Whether browsers get the explorer. */
  readonly hasExplorer: boolean
  /** The token of the admin API if it was made for this run. */
  readonly newAdminToken: string | undefined
  /** Takes the settings of a configuration that a running service can change. */
  change(configuration: ServiceConfiguration): void
  /** Opens the access log again, after log rotation has renamed its file. */
  reopenLogs(): void
  /** Waits for running calls, then closes all parts. */
  close(): Promise<void>
}

/** The outputs of a service. */
export interface ServiceOutputs {
  readonly log: Logger
  /** Receives the calls and transactions of the local chain. */
  readonly callLog: CallLogOptions | undefined
  /** Compiled contracts by which `dev_getContract` names the contracts of a development chain. */
  readonly artifacts?: CompiledContracts | undefined
  /** Reads the settings again, for the admin API; undefined for a service that cannot. */
  readonly reload?: (() => Reloaded) | undefined
}

/** Opens networks, access and servers. */
export async function openService(
  configuration: ServiceConfiguration,
  { log, callLog, artifacts, reload }: ServiceOutputs,
): Promise<Service> {
  const endings = new Endings()
  const logger = withoutRepetitions(log)
  endings.add(() => logger.flush())
  let quietUntilMs = 0
  const report = (error: unknown, facts?: FailureFacts): void => {
    if (!isFullDisk(error)) logger.log('error', 'failed', { ...facts, reason: reasonOf(error) })
    else if (performance.now() >= quietUntilMs) {
      quietUntilMs = performance.now() + fullDiskMs
      logger.log('error', error.message)
    }
  }
  if (configuration.data !== undefined) refuseInnerFolder(configuration.data)
  try {
    const warning = memoryWarning(configuration.memory.total)
    if (warning !== undefined) logger.log('warn', warning)
    const { connections, warning: tooFewFiles } = admittedConnections(configuration.limits.connections)
    if (tooFewFiles !== undefined) logger.log('warn', tooFewFiles)
    const limits = { ...configuration.limits, connections }
    const { reopen, ...requestLog } = openAccessLog(configuration.accessLog, logger, endings)
    const state = await openShared(configuration, endings, logger)
    const readers = openReaders(configuration, endings, report)
    // Parts are loaded only when the configuration needs them: loading code takes most of the time of a start.
    const services =
      configuration.role === 'gateway'
        ? await (await import('./gatewayServices.ts')).openGatewayServices(
            configuration,
            endings,
            logger,
            state,
          )
        : await openNetworks(configuration, endings, {
            service: configuration,
            memory: configuration.memory.chain,
            onError: report,
            onDebug: (event, facts) => logger.log('debug', event, facts),
            callLog,
            artifacts,
            readers,
            shared: state,
          })
    const opened = openAccess(configuration, state, endings, report)
    const files = webFilesFor(configuration)
    const web = configuration.explorer === 'off' ? undefined : files
    const admin = { ...openAdmin(configuration, opened, state, endings, report), web: files, reload }
    const spans = openSpans(configuration, endings, logger)
    const { access } = opened
    const shared = { access, admin, logger, ...requestLog, spans, readers, web, shared: state?.health }
    const served = await openServers(services, { ...configuration, limits }, shared, endings)
    return {
      served,
      hasExplorer: web !== undefined,
      newAdminToken: admin.isNewToken ? admin.token : undefined,
      change({ limits, networks, shared }) {
        const origins = new Map(networks.map((network) => [network.name, network.origins]))
        for (const { server } of served) server.change({ limits: liveLimits(limits), origins })
        if (shared !== undefined) state?.sharing.renew(shared)
      },
      reopenLogs: () => reopen?.(),
      close: () => endings.run(),
    }
  } catch (error) {
    // The caller needs the first error; errors of closing are logged.
    await endings.run().catch(report)
    throw error
  }
}

const liveLimits = (limits: ServiceLimits): LiveLimits => ({
  connections: admittedConnections(limits.connections).connections,
  connectionsPerAddress: limits.connectionsPerAddress,
  bodyBytes: limits.bodyBytes,
  batchItems: limits.batchItems,
  drainDelayMs: limits.drainDelayMs,
})

/** Undefined when neither the explorer nor the console is served. */
const webFilesFor = (configuration: ServiceConfiguration): WebFiles | undefined =>
  configuration.explorer === 'off' && !hasAdmin(configuration)
    ? undefined
    : readWebFiles(configuration.explorer === 'required')

function openReaders(
  { role, threads, memory, networks }: ServiceConfiguration,
  endings: Endings,
  onError: (error: unknown, facts?: FailureFacts) => void,
): ReaderPool | null {
  // A gateway executes nothing.
  if (threads === 0 || role === 'gateway') return null
  const readers = new ReaderPool({
    threads,
    ...defaultReaderLimits,
    heapMegabytes: Math.floor(memory.readerThread / mebibyte),
    cacheBytes: Math.floor(memory.readerCaches / networks.length),
    onError,
  })
  endings.add(() => readers.close())
  return readers
}

async function openNetworks(
  { networks }: ServiceConfiguration,
  endings: Endings,
  parts: NetworkServiceParts,
): Promise<NetworkService[]> {
  const services: NetworkService[] = []
  for (const network of networks) {
    const service = await openNetwork(network, parts)
    endings.add(() => service.close())
    services.push(service)
  }
  return services
}
