import { alignedRows } from '../terminal/alignedRows.ts'
import { type Command, helpOption, type Option } from './command.ts'

/** A row of the list of commands. */
export interface CommandSummary {
  readonly name: string
  readonly summary: string
}

/** The text of `cambium --help`. */
export function programHelp(version: string, commands: readonly CommandSummary[]): string {
  return `cambium ${version}: a Rootstock node and JSON-RPC service

Usage: cambium [COMMAND] [OPTIONS]

Without a command the node starts: a local chain on http://127.0.0.1:4444 with ten funded accounts,
mainnet and testnet at /mainnet and /testnet. To develop contracts, start cambium dev.

Commands:
${commandTable(commands)}

cambium COMMAND --help explains a command; cambium --version prints the version.

Examples:
  cambium dev                                    # a chain for Hardhat, Foundry, viem and ethers, on port 8545
  cambium                                        # the service, with a local chain that answers as Rootstock's nodes
  cambium --network regtest --port 8545          # the local chain only, on another port
  cambium --data chains --network testnet --peers
  cambium keys create --label shop --data chains # a key for a public server`
}

/** The text of `cambium keys --help`: the commands that begin with this word. */
export const groupHelp = (name: string, commands: readonly CommandSummary[]): string =>
  `Usage: cambium ${name} COMMAND [OPTIONS]

Commands:
${commandTable(commands)}

cambium ${name} COMMAND --help explains a command.`

const commandTable = (commands: readonly CommandSummary[]): string =>
  table(commands.map(({ name, summary }) => [name, summary]))

export function commandHelp({ name, operands, description, options, examples }: Command): string {
  return `Usage: cambium ${name}${operands && ` ${operands}`} [OPTIONS]

${description}

Options:
${table(shownOptions(options).map((option) => [nameOf(option), option.summary]))}

Examples:
${examples.map((example) => `  ${example}`).join('\n')}`
}

const shownOptions = (options: readonly Option[]): Option[] =>
  [...options, helpOption].filter(({ isHidden }) => !isHidden)

const nameOf = ({ name, short, value }: Option): string =>
  `${short ? `-${short}, ` : ''}--${name}${value ? ` ${value}` : ''}`

const table = (rows: readonly (readonly string[])[]): string =>
  alignedRows(rows)
    .map((line) => `  ${line}`)
    .join('\n')
