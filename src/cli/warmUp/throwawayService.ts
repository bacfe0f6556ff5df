import { randomBytes } from 'node:crypto'
import type { CallLogOptions } from '../../node/local/callLog/callLog.ts'
import type { RequestHead } from '../../server/entrance/requestHead.ts'
import { HttpFront } from '../../server/http/httpFront.ts'
import type { Logger } from '../../server/log/log.ts'
import { silentMetrics } from '../../server/metrics/serviceMetrics.ts'
import { composeFronts } from '../../server/server.ts'
import { defaultReaderLimits, ReaderPool } from '../../service/readers/readerPool.ts'
import type { NetworkConfiguration } from '../configuration/networkConfiguration.ts'
import type { ServiceConfiguration } from '../configuration/serviceConfiguration.ts'
import { openNetworkService } from '../service/networkServices.ts'
import { QuietSink } from './quietSink.ts'

/** Enough for the highest gas price that can be set. */
const balance = 10n ** 30n
/** No call is given to another thread. */
const lightMs = 60_000

const silentLogger: Logger = { isEnabled: () => false, log: () => {} }

const head: RequestHead = {
  method: 'POST',
  url: '/',
  headers: { host: 'localhost', 'content-type': 'application/json' },
}

/** A chain that lives in memory and answers no client but its owner. */
export interface ThrowawayService {
  ask(method: string, params: readonly unknown[]): Promise<unknown>
  close(): void
}

/**
 * Opens a development chain with the rules of the configured one, and answers its requests with the code that answers
 * those of clients. It is composed by the same functions, because V8 keeps what it learns of a function per place where
 * the function is made.
 */
export async function openThrowawayService(
  { networks, memory, limits }: Pick<ServiceConfiguration, 'networks' | 'memory' | 'limits'>,
  callLog: CallLogOptions | undefined,
): Promise<ThrowawayService> {
  const [network] = networks
  if (network === undefined) throw new RangeError('no network is configured')
  const readers = new ReaderPool({ threads: 1, ...defaultReaderLimits, onError: () => {} })
  const service = await openNetworkService(throwawayConfiguration(network), {
    dataFolder: undefined,
    memory: memory.chain,
    onError: () => {},
    onDebug: () => {},
    onUpgrade: () => {},
    callLog: callLog && { ...callLog, onLine: () => {} },
    readers,
    shared: undefined,
    lightMs,
  })
  const fronts = composeFronts(
    {
      host: '127.0.0.1',
      port: 0,
      endpoints: [service.endpoint],
      access: { mode: 'open' },
      limits,
      logger: silentLogger,
      now: Date.now,
      random: randomBytes,
    },
    silentMetrics,
  )
  const front = new HttpFront(fronts)
  return {
    async ask(method, params) {
      const sink = new QuietSink()
      front.acceptWhole(head, Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })), sink)
      const answer = JSON.parse(await sink.text)
      if (!('result' in answer)) throw new Error(`${method} is not answered`)
      return answer.result
    },
    close() {
      service.close()
      readers.close()
    },
  }
}

/** The rules and answers of the configured chain, without its data, origin, peg, clients and timers. */
function throwawayConfiguration(network: NetworkConfiguration): NetworkConfiguration {
  const { fork: _fork, peg: _peg, peering: _peering, dataFolder: _dataFolder, ...node } = network.node
  const { stateFiles: _stateFiles, ...rest } = network
  return {
    ...rest,
    disabled: [],
    peering: undefined,
    upstream: undefined,
    node: {
      ...node,
      mining: { kind: 'per-transaction' },
      development: { ...node.development, accounts: 2, balance, allocations: [] },
    },
  }
}
