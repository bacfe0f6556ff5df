import { toHex } from '../primitives/hex.ts'
import { genesisBlock } from '../protocol/genesis.ts'
import { networks } from '../protocol/networks/definitions.ts'
import { type Command, helpOption, type Option } from './command.ts'

/** What `cambium --help` says. */
export function programHelp(version: string, commands: readonly Command[]): string {
  return `cambium ${version}: a Rootstock node

Usage: cambium COMMAND [OPTIONS]

${table(commands.map(({ name, summary }) => [name, summary]))}

cambium COMMAND --help tells more about each of them; cambium --version prints the version.

This version holds a chain: it checks, executes, stores and shows blocks. It does not serve JSON-RPC
and does not talk to other nodes yet.`
}

/** What `cambium` says when it is not told what to do. */
export const introduction = (version: string, commands: readonly Command[]): string =>
  `${programHelp(version, commands)}

${table([['network', 'chain id', 'genesis block'], ...networkRows()])}`

export function commandHelp({ name, operands, description, options, examples }: Command): string {
  return `Usage: cambium ${name} ${operands} [OPTIONS]

${description}

Options:
${table([...options, helpOption].map((option) => [nameOf(option), option.summary]))}

Examples:
${examples.map((example) => `  ${example}`).join('\n')}`
}

function networkRows(): string[][] {
  return Object.values(networks).map((network) => {
    const { hash } = genesisBlock(network).header
    return [network.name, String(network.chainId), toHex(hash)]
  })
}

const nameOf = ({ name, short, value }: Option): string =>
  `${short ? `-${short}, ` : ''}--${name}${value ? ` ${value}` : ''}`

/** Rows with their columns aligned. */
function table(rows: readonly (readonly string[])[]): string {
  const columns = rows[0]?.length ?? 0
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map((row) => row[column]!.length)),
  )
  const lineOf = (row: readonly string[]): string =>
    `  ${row.map((cell, column) => cell.padEnd(widths[column]!)).join('  ')}`.trimEnd()
  return rows.map(lineOf).join('\n')
}
