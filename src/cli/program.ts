import { suggestion } from '../primitives/nearest.ts'
import { shownEndpoint } from '../remote/endpointUrl.ts'
import { parseArguments } from './commandLine/arguments.ts'
import {
  type Command,
  type EnvironmentVariables,
  type GivenWords,
  helpOption,
  type Option,
} from './commandLine/command.ts'
import { CommandFailure, exitCodes, ReportedFailure, UsageError } from './commandLine/commandFailure.ts'
import { isExplained } from './commandLine/explained.ts'
import { type CommandSummary, commandHelp, groupHelp, programHelp } from './commandLine/help.ts'
import { commandSummaries, loadCommand } from './commandTable.ts'
import type { ApartParts } from './terminal/apart.ts'
import type { Terminal } from './terminal/terminal.ts'

const versionOption: Option = { name: 'version', short: 'v', summary: 'print the version' }

/** What the program is composed of. */
export interface ProgramParts {
  readonly version: string
  readonly environment: EnvironmentVariables
  readonly terminal: Terminal
  /** Undefined within another program. */
  readonly apart?: ApartParts
}

/** Runs a command line and returns the exit code. A problem that the user can fix is printed in one line. */
export async function runProgram(words: readonly string[], parts: ProgramParts): Promise<number> {
  const { terminal } = parts
  try {
    const [first, ...rest] = words
    if (first === undefined || first.startsWith('-')) return await runWithoutCommand(words, parts)
    if (first === 'help') return say(await helpFor(rest, parts), terminal)
    return await runCommand(words, parts)
  } catch (error) {
    if (!isExplained(error)) throw error
    if (!(error instanceof ReportedFailure)) terminal.note(`cambium: ${error.message}`)
    if (error instanceof UsageError) terminal.note(helpHint(words))
    return error instanceof CommandFailure ? error.exitCode : exitCodes.failure
  }
}

/** Names the help of the command that was typed. */
function helpHint([first = '', second = '']: readonly string[]): string {
  const typed = first === '' || first.startsWith('-') ? ['node'] : [first, `${first} ${second}`]
  const command = commandSummaries.find(({ name }) => typed.includes(name))
  if (command !== undefined) return `cambium ${command.name} --help explains its options`
  return 'cambium --help shows the commands'
}

/** Starts the node, unless an option asks for the version or the help. */
async function runWithoutCommand(words: readonly string[], parts: ProgramParts): Promise<number> {
  const { version, environment, terminal } = parts
  const [only = ''] = words.length === 1 ? words : []
  if (['--version', '-v'].includes(only)) return say(version, terminal)
  if (['--help', '-h'].includes(only)) return say(programHelp(version, commandSummaries), terminal)
  const node = await commandNamed(['node'])
  const given = parseArguments(words, [...node.options, helpOption, versionOption], environment)
  if (given.options.has(versionOption.name)) return say(version, terminal)
  if (given.options.has(helpOption.name)) return say(programHelp(version, commandSummaries), terminal)
  return run(node, given, terminal)
}

async function run(command: Command, given: GivenWords, terminal: Terminal): Promise<number> {
  const [operand] = given.operands
  if (command.operands === undefined && operand !== undefined)
    throw new UsageError(`unexpected operand ${shownOperand(operand)}`)
  return (await command.run(given, terminal)) ?? exitCodes.success
}

/** The path of a URL may be an API key. */
const shownOperand = (operand: string): string =>
  /^https?:/.test(operand) && URL.canParse(operand) ? shownEndpoint(new URL(operand)) : operand

async function runCommand(words: readonly string[], parts: ProgramParts): Promise<number> {
  const { environment, terminal, apart } = parts
  const [first = '', second = '', ...others] = words
  const group = groupNamed(first)
  const asksForHelp = others.length === 0 && ['--help', '-h'].includes(second)
  if (group.length > 0 && asksForHelp) return say(groupHelp(first, group), terminal)
  const command = await commandNamed(words)
  const rest = words.slice(command.name.split(' ').length)
  const given = parseArguments(rest, [...command.options, helpOption], environment)
  if (given.options.has(helpOption.name)) return say(commandHelp(command), terminal)
  return run(command, { ...given, ...apart }, terminal)
}

async function helpFor(words: readonly string[], { version }: ProgramParts): Promise<string> {
  const [first] = words
  if (first === undefined) return programHelp(version, commandSummaries)
  const group = groupNamed(first)
  if (words.length === 1 && group.length > 0) return groupHelp(first, group)
  return commandHelp(await commandNamed(words))
}

/** The commands of two words that begin with this one. */
const groupNamed = (first: string): CommandSummary[] =>
  commandSummaries.filter(({ name }) => name.startsWith(`${first} `))

/** Names that users expect, and the names of these commands here. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ['repair', 'verify'],
  ['check', 'verify'],
  ['start', 'node'],
  ['run', 'node'],
  ['serve', 'node'],
  ['vacuum', 'compact'],
])

async function commandNamed([first = '', second]: readonly string[]): Promise<Command> {
  const group = groupNamed(first)
  const name = group.length > 0 ? `${first} ${second ?? ''}` : first
  const listed = commandSummaries.find((candidate) => candidate.name === name)
  if (listed !== undefined) return loadCommand(listed)
  if (group.length > 0) throw unknownInGroup(first, second, group)
  const asked = otherNames.get(first)
  if (asked !== undefined) throw new UsageError(`unknown command ${first}; did you mean ${asked}?`)
  const names = commandSummaries.map((candidate) => candidate.name.split(' ')[0]!)
  throw new UsageError(`unknown command ${first}${suggestion(first, names)}`)
}

function unknownInGroup(
  first: string,
  second: string | undefined,
  group: readonly CommandSummary[],
): UsageError {
  const words = group.map(({ name }) => name.slice(first.length + 1))
  const choice = `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
  if (second === undefined || second.startsWith('-'))
    return new UsageError(`cambium ${first} needs a command: ${choice}`)
  return new UsageError(`unknown command ${first} ${second}${suggestion(second, words)} (known: ${choice})`)
}

function say(text: string, terminal: Terminal): number {
  terminal.print(text)
  return exitCodes.success
}
