import { optionGroups } from '../../settings/setting.ts'
import { type Command, helpOption, type Option } from './command.ts'

/** A row of the list of commands. */
export interface CommandSummary {
  readonly name: string
  /** The heading of the list. */
  readonly group: string
  readonly summary: string
}

/** The text of `cambium --help`. */
export function programHelp(version: string, commands: readonly CommandSummary[]): string {
  const groups = [...new Set(commands.map(({ group }) => group))]
  const rows = commands.map(commandRow)
  const sections = groups.map((group) => ({
    heading: group,
    rows: rows.filter((_, index) => commands[index]!.group === group),
  }))
  return `cambium ${version}: a Rootstock node and JSON-RPC service

Usage: cambium [COMMAND] [OPTIONS]

Without a command the node starts: a local chain on http://127.0.0.1:4444 with ten funded accounts,
mainnet and testnet at /mainnet and /testnet. To develop contracts, start cambium dev.

${sectionsText(sections)}

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

${sectionsText([{ heading: 'Commands', rows: commands.map(commandRow) }])}

cambium ${name} COMMAND --help explains a command.`

export function commandHelp({ name, operands, description, options, examples }: Command): string {
  return `Usage: cambium ${name}${operands === undefined ? '' : ` ${operands}`} [OPTIONS]

${description}

${sectionsText(optionSections([...options, helpOption].filter(({ isHidden }) => !isHidden)))}

Examples:
${examples.map((example) => `  ${example}`).join('\n')}`
}

type Row = readonly [name: string, summary: string]

interface Section {
  readonly heading: string
  readonly rows: readonly Row[]
}

const commandRow = ({ name, summary }: CommandSummary): Row => [name, summary]

/** Options under their headings; one list when some have none. */
function optionSections(options: readonly Option[]): Section[] {
  if (options.some(({ group }) => group === undefined)) {
    return [{ heading: 'Options', rows: options.map(optionRow) }]
  }
  return optionGroups
    .map((heading) => ({ heading, rows: options.filter(({ group }) => group === heading).map(optionRow) }))
    .filter(({ rows }) => rows.length > 0)
}

const optionRow = ({ name, short, value, summary }: Option): Row => [
  `${short ? `-${short}, ` : ''}--${name}${value ? ` ${value}` : ''}`,
  summary,
]

/** Columns of a line of the help. */
const lineWidth = 110

function sectionsText(sections: readonly Section[]): string {
  const names = sections.flatMap(({ rows }) => rows.map(([name]) => name.length))
  const nameWidth = Math.max(...names)
  return sections
    .map(({ heading, rows }) => `${heading}:\n${rows.map((row) => rowText(row, nameWidth)).join('\n')}`)
    .join('\n\n')
}

function rowText([name, summary]: Row, nameWidth: number): string {
  const lines = wrapped(capitalised(summary), lineWidth - nameWidth - 4)
  return lines
    .map((line, index) => `  ${(index === 0 ? name : '').padEnd(nameWidth)}  ${line}`.trimEnd())
    .join('\n')
}

/** The words of a text in lines of at most `width` characters. */
function wrapped(text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    const isFull = last === undefined || last.length + 1 + word.length > width
    if (isFull) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines
}

export const capitalised = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
