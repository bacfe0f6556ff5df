import { StoreError } from '../store/errors.ts'
import { parseArguments } from './arguments.ts'
import { type Command, helpOption } from './command.ts'
import { exportCommand } from './commands/export.ts'
import { importCommand } from './commands/import.ts'
import { inspectCommand } from './commands/inspect.ts'
import { nodeCommand } from './commands/node.ts'
import { CommandFailure, exitCodes, UsageError } from './errors.ts'
import { commandHelp, programHelp } from './help.ts'
import { suggestion } from './nearest.ts'
import type { Terminal } from './terminal.ts'

const commands: readonly Command[] = [nodeCommand, importCommand, exportCommand, inspectCommand]

const versionOption = { name: 'version', short: 'v', summary: 'print the version' }

/** Runs a command line and returns the exit code; what people can put right is told in one line. */
export async function runProgram(
  words: readonly string[],
  version: string,
  terminal: Terminal,
): Promise<number> {
  try {
    const [first, ...rest] = words
    if (first === undefined || first.startsWith('-')) return await runWithoutCommand(words, version, terminal)
    if (first === 'help') return say(helpFor(rest[0], version), terminal)
    return await runCommand(commandNamed(first), rest, terminal)
  } catch (error) {
    if (!(error instanceof CommandFailure || error instanceof StoreError)) throw error
    terminal.note(`cambium: ${error.message}`)
    if (error instanceof UsageError) terminal.note('cambium --help shows the commands and their options')
    return error instanceof CommandFailure ? error.exitCode : exitCodes.failure
  }
}

/** Without a command it is the node that starts. */
async function runWithoutCommand(
  words: readonly string[],
  version: string,
  terminal: Terminal,
): Promise<number> {
  const given = parseArguments(words, [...nodeCommand.options, helpOption, versionOption])
  if (given.options.has(versionOption.name)) return say(version, terminal)
  if (given.options.has(helpOption.name)) return say(programHelp(version, commands), terminal)
  return nodeCommand.run(given, terminal)
}

async function runCommand(command: Command, words: readonly string[], terminal: Terminal): Promise<number> {
  const given = parseArguments(words, [...command.options, helpOption])
  if (given.options.has(helpOption.name)) return say(commandHelp(command), terminal)
  return command.run(given, terminal)
}

const helpFor = (name: string | undefined, version: string): string =>
  name === undefined ? programHelp(version, commands) : commandHelp(commandNamed(name))

function commandNamed(name: string): Command {
  const command = commands.find((candidate) => candidate.name === name)
  if (command !== undefined) return command
  const names = commands.map((candidate) => candidate.name)
  throw new UsageError(`unknown command ${name}${suggestion(name, names)}`)
}

function say(text: string, terminal: Terminal): number {
  terminal.print(text)
  return exitCodes.success
}
