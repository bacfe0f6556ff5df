import { tomlValue } from './effectiveSettings.ts'
import { exampleFile } from './exampleFile.ts'
import { limitSettings } from './limitSettings.ts'
import { localChainSettings, networkSettings } from './networkSettings.ts'
import { peerSettings } from './peerSettings.ts'
import { networkNames, serviceSettings } from './serviceSettings.ts'
import { flagOf, type Setting, type SettingTable, variableOf } from './setting.ts'

const { bodyBytes } = limitSettings

/** docs/configuration.md, made of the same tables that check a configuration. */
export function configurationDocument(): string {
  return `# Configuration

This page is written by \`cambium config docs\` from the tables that check a configuration.

Every setting has one name. It is a flag, a variable of the environment, and a key of a TOML file that
\`--config FILE\` (or \`CAMBIUM_CONFIG\`) names:

| where | how \`${bodyBytes.name}\` is set |
|---|---|
| flag | \`${flagOf(bodyBytes)} 1000000\` (\`--peers\` or \`--peers=false\` for yes or no; a list several times or with commas) |
| environment | \`${variableOf(bodyBytes)}=1000000\` (lists with commas; an empty variable says nothing) |
| file | \`body-bytes = 1000000\` below \`[limits]\` |

A flag goes before the environment, the environment before the file, the file before the default. A name that does not
exist, a value of the wrong kind or out of range, and settings that contradict each other are refused before anything
starts. \`cambium config check FILE\` tells everything that is wrong; \`cambium config print\` shows every value and where
it comes from, with secrets masked.

What is safe is the default: only this machine can ask, web pages cannot ask the public networks, nothing is announced
to peers. On any address but a loopback one API keys are needed (\`cambium keys create\`), unless \`--open-to-everybody\`
says otherwise in so many words.

## An example

\`\`\`toml
${exampleFile}\`\`\`

## The process

${settingsTable(serviceSettings)}

## \`[limits]\`

What clients can make the server hold, do or wait for.

${settingsTable(limitSettings)}

## \`[networks.NAME]\`

For each of ${networkNames.map((name) => `\`${name}\``).join(', ')}. A network with a port of its own has
its own limits of connections, rates of keys and metrics; the daily quotas of keys are the same everywhere.

${settingsTable(networkSettings('testnet'), networkSettings('regtest'))}

The local chain alone, \`[networks.regtest]\`:

${settingsTable(localChainSettings)}

## \`[networks.NAME.peers]\`

${settingsTable(peerSettings('testnet'), peerSettings('regtest'))}
`
}

/** `local` are the settings of the local chain, where they differ. */
function settingsTable(table: SettingTable, local: SettingTable = table): string {
  const rows = Object.entries(table).map(([key, setting]) => {
    const usual = defaultText(setting)
    const usualLocally = defaultText(local[key] ?? setting)
    const both = usual === usualLocally ? usual : `${usual}; on \`regtest\` ${usualLocally}`
    return `| \`${nameOnPage(setting)}\` | ${setting.summary} | ${setting.type.description} | ${both} |`
  })
  return ['| name | meaning | value | default |', '|---|---|---|---|', ...rows].join('\n')
}

/** Within a section of a network the page names the last part only. */
const nameOnPage = ({ name }: Setting): string =>
  name.startsWith('networks.') ? name.slice(name.lastIndexOf('.') + 1) : name

const defaultText = (setting: Setting): string =>
  setting.default === undefined ? `none: ${setting.unset}` : `\`${tomlValue(setting.default)}\``
