import { type Command, helpOption, type Option } from './command.ts'

/** What `cambium --help` says. */
export function programHelp(version: string, commands: readonly Command[]): string {
  return `cambium ${version}: a Rootstock node and JSON-RPC service

Usage: cambium [COMMAND] [OPTIONS]

Without a command the node starts: a local chain on http://127.0.0.1:4444 with ten funded accounts.

${table(commands.map(({ name, summary }) => [name, summary]))}

cambium COMMAND --help tells more about each of them; cambium --version prints the version.

This version does not talk to other nodes yet.`
}

export function commandHelp({ name, operands, description, options, examples }: Command): string {
  return `Usage: cambium ${name} ${operands} [OPTIONS]

${description}

Options:
${table([...options, helpOption].map((option) => [nameOf(option), option.summary]))}

Examples:
${examples.map((example) => `  ${example}`).join('\n')}`
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
