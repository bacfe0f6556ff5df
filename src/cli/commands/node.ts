import type { Command, Option } from '../commandLine/command.ts'
import { configOption, readConfiguration } from '../configuration/readConfiguration.ts'
import { serviceConfiguration } from '../configuration/serviceConfiguration.ts'
import { serviceOnly } from '../configuration/settings/settings.ts'
import { settingOption } from '../configuration/sources/sources.ts'
import { announcementText } from '../service/announcement.ts'
import { inheritedSocket } from '../service/inheritedSocket.ts'
import type { ReadSettings } from '../service/reloading.ts'
import { serveUntilStopped } from '../service/serveUntilStopped.ts'

const jsonOption: Option = {
  name: 'json',
  group: 'Output',
  summary: 'print the addresses as one JSON object',
}
const verboseOption: Option = {
  name: 'verbose',
  group: 'Output',
  summary: 'show every call between contracts of the local chain',
}

const nodeCommand: Command = {
  name: 'node',
  description: `Serve the local chain at /, and mainnet and testnet at /mainnet and /testnet, over HTTP and
WebSocket on one port. The local chain has ten funded accounts and mines a block per transaction.
The public networks start at their genesis block; --peers lets them synchronise with peers, and
cambium import reads blocks from files. Without --data all data is in memory and is lost when the
process ends.

The local chain has the upgrades of Rootstock from its first block on. To try a contract before and
after an upgrade, let the upgrade start later: --upgrade arrowhead600=5, given several times for
several upgrades or rules, or --upgrades FILE, with {"upgrades": {"arrowhead600": 5}} in the file.
Upgrades that are not listed keep the height of the network. A data folder keeps the heights that
it was made with. cambium inspect rules shows all names and heights.

On a terminal it prints a line for each call and transaction of the local chain, with the reason of a
failure, and for each console.log of a contract; --verbose adds all calls between contracts.

On a loopback address every program of this machine may use it. On any other address clients need API
keys (cambium keys create), unless --allow-anonymous is given.

A setting is taken from its flag, else from its environment variable (CAMBIUM_PORT for --port), else
from the file of --config. The flags below are the common ones; cambium config docs explains all, as
--limits.batch-items 50 or --networks.testnet.errors ethereum. cambium config check lists the problems
of a configuration, cambium config print shows the effective values.`,
  examples: [
    'cambium',
    'cambium node --port 8545 --network regtest',
    'cambium node --data chains --network testnet --network mainnet --peers',
    'cambium node --host 0.0.0.0 --data chains --admin-port 9100     # a public service with API keys',
    'cambium node --network regtest --upgrade iris300=150 --upgrade arrowhead600=200',
    'cambium node --config /etc/cambium.toml --json',
  ],
  options: [configOption, ...serviceOnly.map(settingOption), verboseOption, jsonOption],

  async run(given, terminal) {
    const socket = inheritedSocket(given.environment, process.pid)
    const read = (): ReadSettings => {
      const values = readConfiguration(given)
      return { values, configuration: { ...serviceConfiguration(values), socket } }
    }
    const started = read()
    const isJson = given.options.has(jsonOption.name)
    const isVerbose = given.options.has(verboseOption.name)
    const options = { isJson, isVerbose, textOf: announcementText, settings: { started, read } }
    await serveUntilStopped(started.configuration, options, terminal)
  },
}

export const commands = [nodeCommand]
