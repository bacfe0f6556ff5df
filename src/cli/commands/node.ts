import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { NetworkName } from '../../protocol/networks/network.ts'
import { lineLogger } from '../../server/log.ts'
import { openServer, type Server, ServerOptionsError } from '../../server/server.ts'
import type { Arguments, Command } from '../command.ts'
import { dataOption } from '../dataFolder.ts'
import { CommandFailure, exitCodes, reasonOf, UsageError } from '../errors.ts'
import { networkNamed } from '../networkOption.ts'
import { wholeNumber } from '../numberOption.ts'
import { announcementOf, announcementText } from '../service/announcement.ts'
import { type NetworkService, openNetworkService } from '../service/networkServices.ts'
import type { Terminal } from '../terminal.ts'

const defaultHost = '127.0.0.1'
const defaultPort = 4444
const defaultNetworks: readonly NetworkName[] = ['regtest', 'mainnet', 'testnet']

export const nodeCommand: Command = {
  name: 'node',
  operands: '',
  summary: 'serve networks over JSON-RPC; what cambium does without a command',
  description: `Serves the local chain at /, and mainnet and testnet at /mainnet and /testnet, over HTTP and
WebSocket on one port. The local chain has ten funded accounts and mines a block per transaction.
The public networks start at their genesis block and do not look for peers yet; cambium import
fills them from files. Without --data everything is in memory and gone at the end.

Whoever can reach the address may use it. That is fine on a loopback address; any other needs
--open-to-everybody in so many words, as API keys cannot be managed from here yet.`,
  examples: [
    'cambium',
    'cambium node --port 8545 --network regtest',
    'cambium node --data chains --network testnet --network mainnet',
  ],
  options: [
    { name: 'host', value: 'ADDRESS', summary: `address to listen on (default ${defaultHost})` },
    {
      name: 'port',
      value: 'PORT',
      summary: `port to listen on (default ${defaultPort}; 0 takes a free one)`,
    },
    {
      name: 'network',
      value: 'NAME',
      isRepeatable: true,
      summary: `network to serve, the first at / (default ${defaultNetworks.join(', ')})`,
    },
    dataOption,
    { name: 'open-to-everybody', summary: 'no keys are asked for, even from other machines' },
    { name: 'json', summary: 'tell where it listens as one JSON object' },
  ],

  async run(given, terminal) {
    if (given.operands.length > 0) throw new UsageError(`node takes no ${given.operands[0]}`)
    const listening = listeningOptions(given)
    const stop = stopSignal()
    const services = await openServices(given, terminal)
    try {
      const server = await serve(services, listening, terminal)
      const announcement = announcementOf(services, server.address)
      terminal.print(
        given.options.has('json') ? JSON.stringify(announcement) : announcementText(announcement),
      )
      await stop
      await server.close()
    } finally {
      for (const service of services) service.close()
    }
    return exitCodes.success
  },
}

interface Listening {
  readonly host: string
  readonly port: number
  readonly isPublic: boolean
}

function listeningOptions({ options }: Arguments): Listening {
  const port = options.get('port') ?? String(defaultPort)
  const number = wholeNumber(port)
  if (number === undefined || number > 65_535) throw new UsageError(`--port ${port} is not a port`)
  return {
    host: options.get('host') ?? defaultHost,
    port: number,
    isPublic: options.has('open-to-everybody'),
  }
}

async function openServices({ options }: Arguments, terminal: Terminal): Promise<NetworkService[]> {
  const names = options.get('network')?.split(',') ?? defaultNetworks
  const networks = [...new Set(names)].map((name) => networkNamed(name).name)
  const onError = (error: unknown): void => terminal.note(`cambium: ${reasonOf(error)}`)
  const services: NetworkService[] = []
  try {
    for (const network of networks) {
      const dataFolder = options.get(dataOption.name)
      services.push(await openNetworkService({ network, dataFolder, onError }))
    }
  } catch (error) {
    for (const service of services) service.close()
    throw error
  }
  return services
}

async function serve(
  services: readonly NetworkService[],
  { host, port, isPublic }: Listening,
  terminal: Terminal,
): Promise<Server> {
  try {
    return await openServer({
      host,
      port,
      endpoints: services.map(({ endpoint }) => endpoint),
      access: { mode: 'open', isPublic },
      logger: lineLogger({ level: 'warn', now: Date.now, write: (line) => terminal.note(line.trimEnd()) }),
      now: Date.now,
      random: randomBytes,
    })
  } catch (error) {
    if (error instanceof ServerOptionsError) throw new UsageError(`${error.message} (--open-to-everybody)`)
    throw new CommandFailure(listeningProblem(error, host, port))
  }
}

function listeningProblem(error: unknown, host: string, port: number): string {
  const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  if (isTaken)
    return `port ${port} of ${host} is taken: stop the program that has it, or choose another with --port`
  return `cannot listen on port ${port} of ${host}: ${reasonOf(error)}`
}

/** Somebody wants the node to end; whoever asks a second time does not want to wait. */
async function stopSignal(): Promise<void> {
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
}
