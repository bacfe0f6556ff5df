import { capitalised } from '../src/cli/commandLine/help.ts'
import { tomlValue } from '../src/cli/configuration/effectiveSettings.ts'
import { fleetSettings } from '../src/cli/configuration/settings/fleetSettings.ts'
import { lightSettings } from '../src/cli/configuration/settings/lightSettings.ts'
import { limitSettings } from '../src/cli/configuration/settings/limitSettings.ts'
import { localChainSettings, networkSettings } from '../src/cli/configuration/settings/networkSettings.ts'
import { peerSettings } from '../src/cli/configuration/settings/peerSettings.ts'
import { networkNames, serviceSettings } from '../src/cli/configuration/settings/serviceSettings.ts'
import { sharedSettings } from '../src/cli/configuration/settings/sharedSettings.ts'
import { developmentSettings } from '../src/settings/developmentSettings.ts'
import { flagOf, type Setting, type SettingTable, variableOf } from '../src/settings/setting.ts'

const { bodyBytes } = limitSettings

/** The page docs/configuration.md, from the tables that check a configuration. */
export function configurationPage(): string {
  return `# Configuration

\`npx tsx scripts/write-methods.ts\` writes this page from the tables that check a configuration.

Every setting has one name. It is a flag, an environment variable, and a key of the TOML file of \`--config FILE\`
(or \`CAMBIUM_CONFIG\`):

| where | how \`${bodyBytes.name}\` is set |
|---|---|
| flag | \`${flagOf(bodyBytes)} 1000000\` (\`--peers\` or \`--peers=false\` for a switch; a list is given several times or with commas) |
| environment | \`${variableOf(bodyBytes)}=1000000\` (lists with commas; an empty variable is ignored) |
| file | \`body-bytes = 1000000\` below \`[limits]\` |

A flag takes precedence over the environment, the environment over the file, the file over the default. Cambium rejects
an unknown name, a value of the wrong type or out of range, and settings that contradict each other before it starts.
\`cambium config check FILE\` lists all problems; \`cambium config print\` shows every value and its source, with secrets
masked.

SIGHUP, and [\`POST /api/reload\`](admin.md#post-apireload) of the admin API, let \`cambium node\` read them again. Settings with ↻ change at
once; the answer names those that differ and need a restart. With a problem nothing changes. Keys need no reload.

The defaults are safe: only this machine can send requests, web pages cannot use the public networks, and no peer is
contacted. On any address but a loopback one clients need API keys (\`cambium keys create\`), unless
\`--allow-anonymous\` is given.

## An example

\`\`\`toml
${exampleFile}\`\`\`

## The process

${settingsTable(serviceSettings)}

## The process in a fleet

Gateways and the nodes behind them ([fleet.md](fleet.md)).

${settingsTable(fleetSettings)}

## State that several processes share

[fleet.md](fleet.md#shared-state) explains it.

${settingsTable(sharedSettings)}

## \`[limits]\`

Bounds on what clients can take; \`memory\` and \`threads\` above bound the rest. [security.md](security.md#what-is-promised-under-load)
has those that nobody needs to change. The work of a key is bounded by its rate and its quota, in units ([prices.md](prices.md)).

${settingsTable(limitSettings)}

## \`[networks.NAME]\`

For each of ${networkNames.map((name) => `\`${name}\``).join(', ')}. A network with its own port has
its own connection limits, key rates and metrics; the daily quotas of keys are shared by all networks.

${settingsTable(networkSettings('testnet'), networkSettings('regtest'))}

The local chain alone, \`[networks.regtest]\`:

${settingsTable(localChainSettings)}

## \`cambium dev\`: \`[dev]\`

Settings of the development chain alone ([dev.md](dev.md)). As a flag of \`cambium dev\`, a setting has its short name:
\`--accounts 5\` for \`${flagOf(developmentSettings.accounts).slice(2)}\`.

${settingsTable(developmentSettings)}

## \`cambium light\`: \`[light]\`

Settings of the light client alone ([light.md](light.md)). As a flag of \`cambium light\`, a setting has its short name: \`--rpc URL\` for
\`${lightSettings.rpc.name}\`. Flags are visible to other users of the machine; \`${variableOf(lightSettings.rpc)}\`, \`${variableOf(lightSettings.bitcoin)}\` and a file
that only its user may read are not.

${settingsTable(lightSettings)}

## \`[networks.NAME.peers]\`

${settingsTable(peerSettings('testnet'), peerSettings('regtest'))}
`
}

/** `local` holds the settings of the local chain, whose defaults may differ. */
function settingsTable(table: SettingTable, local: SettingTable = table): string {
  const rows = Object.entries(table).map(([key, setting]) => {
    const usual = defaultText(setting)
    const usualLocally = defaultText(local[key] ?? setting)
    const both = usual === usualLocally ? usual : `${usual}; on \`regtest\` ${usualLocally}`
    const { summary, when, type, isReloadable } = setting
    return `| \`${nameOnPage(setting)}\`${isReloadable ? ' ↻' : ''} | ${capitalised(summary)} | ${when} | ${type.description} | ${both} |`
  })
  return ['| name | meaning | change it when | value | default |', '|---|---|---|---|---|', ...rows].join(
    '\n',
  )
}

/** In the section of a network or a command the page shows the last part of a name. */
const nameOnPage = ({ name }: Setting): string =>
  /^(networks|dev|light)\./.test(name) ? name.slice(name.lastIndexOf('.') + 1) : name

const defaultText = (setting: Setting): string =>
  setting.default === undefined ? `unset: ${setting.unset}` : `\`${tomlValue(setting.default)}\``

/** The configuration file that the documentation shows. */
export const exampleFile = `# A public service for mainnet and testnet with API keys, behind a proxy that ends TLS.
host = "0.0.0.0"
port = 4444
data = "/var/lib/cambium"
network = ["mainnet", "testnet"]
access = "keys"
allowed-hosts = ["rpc.example.org"]
peers = true
admin-port = 9100
log-level = "info"
log-format = "json"

[limits]
batch-items = 50
drain-delay-ms = 5000

[networks.mainnet]
origins = ["https://app.example.org"]
disabled = ["mnr", "txpool_content"]

[networks.mainnet.peers]
maximum-peers = 40

[networks.testnet]
port = 4445
errors = "ethereum"
`
