import type { Arguments, Command, Option } from '../command.ts'
import { settingOption } from '../configuration/flags.ts'
import { configOption, readConfiguration } from '../configuration/readConfiguration.ts'
import { type ServiceConfiguration, serviceConfiguration } from '../configuration/serviceConfiguration.ts'
import { allSettings } from '../configuration/settings.ts'
import { exitCodes, UsageError } from '../errors.ts'
import { explainFullDisk } from '../fullDisk.ts'
import { announcementOf, announcementText } from '../service/announcement.ts'
import { openService, type Service } from '../service/openService.ts'
import { type FollowedNetwork, showSyncProgress } from '../service/syncProgress.ts'
import { StopRequest } from '../stopRequest.ts'
import type { Terminal } from '../terminal.ts'

const jsonOption: Option = { name: 'json', summary: 'tell where it listens as one JSON object' }
const verboseOption: Option = {
  name: 'verbose',
  summary: 'show every call between contracts of the local chain, as it happens',
}

export const nodeCommand: Command = {
  name: 'node',
  operands: '',
  summary: 'serve networks over JSON-RPC; what cambium does without a command',
  description: `Serves the local chain at /, and mainnet and testnet at /mainnet and /testnet, over HTTP and
WebSocket on one port. The local chain has ten funded accounts and mines a block per transaction.
The public networks start at their genesis block; --peers lets them follow their networks, and
cambium import fills them from files. Without --data everything is in memory and gone at the end.

On a terminal it tells of each call and transaction of the local chain in a line, with the reason when
one fails, and of what contracts say with console.log; --verbose shows all calls between contracts.

Whoever can reach a loopback address may use it. On any other address API keys are needed
(cambium keys create), unless --open-to-everybody says otherwise in so many words.

Every setting is a flag, a variable (--port is CAMBIUM_PORT) and a key of the file that --config
names, in this order of precedence. The flags below are the usual ones; cambium config docs explains
all, as --limits.batch-items 50 or --networks.testnet.errors ethereum. cambium config check tells
what is wrong with a configuration, cambium config print what comes out of it.`,
  examples: [
    'cambium',
    'cambium node --port 8545 --network regtest',
    'cambium node --data chains --network testnet --network mainnet --peers',
    'cambium node --host 0.0.0.0 --data chains --admin-port 9100     # for others, who need keys',
    'cambium node --config /etc/cambium.toml --json',
  ],
  options: [configOption, ...allSettings.map(settingOption), verboseOption, jsonOption],

  async run(given, terminal) {
    if (given.operands.length > 0) throw new UsageError(`node takes no ${given.operands[0]}`)
    const configuration = serviceConfiguration(readConfiguration(given))
    try {
      await serveUntilStopped(configuration, given.options, terminal)
    } catch (error) {
      const { dataFolder } = configuration
      throw dataFolder === undefined ? error : explainFullDisk(error, dataFolder)
    }
    return exitCodes.success
  },
}

async function serveUntilStopped(
  configuration: ServiceConfiguration,
  options: Arguments['options'],
  terminal: Terminal,
): Promise<void> {
  const isJson = options.has(jsonOption.name)
  const isVerbose = options.has(verboseOption.name)
  const isWatched = isVerbose || (terminal.status !== undefined && !isJson)
  const callLog = isWatched ? { isVerbose, onLine: (line: string) => terminal.note(line) } : undefined
  const stop = new StopRequest()
  let service: Service | undefined
  let endProgress = (): void => {}
  try {
    service = await openService(configuration, terminal, callLog)
    const announcement = announcementOf(service.served, configuration)
    terminal.print(isJson ? JSON.stringify(announcement) : announcementText(announcement))
    endProgress = showSyncProgress(followedNetworks(service), terminal)
    await stop.heard
    terminal.note('stopping when running calls are done; a second signal ends it at once')
  } finally {
    endProgress()
    await service?.close()
    stop.forget()
  }
}

const followedNetworks = ({ served }: Service): FollowedNetwork[] =>
  served.flatMap(({ services }) =>
    services.flatMap(({ node: { network, peers } }) =>
      peers === undefined ? [] : [{ name: network.name, progress: () => peers.progress }],
    ),
  )
