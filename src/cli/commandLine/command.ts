import type { OptionGroup } from '../../settings/setting.ts'
import type { ApartParts } from '../terminal/apart.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** An option of a command; without `value` it is a switch. */
export interface Option {
  readonly name: string
  readonly short?: string
  /** Names that other programs give to it, which are accepted; the help omits them. */
  readonly alsoNamed?: readonly string[]
  /** Placeholder of the value in the help: `DIR`. */
  readonly value?: string
  /** Whether it may be given several times; the values are then joined with commas. */
  readonly isRepeatable?: boolean
  /** Whether the switch accepts `--name=false`; its values are `true` and `false`. */
  readonly isYesOrNo?: boolean
  /** Whether the help omits it. */
  readonly isHidden?: boolean
  /** The heading of the help; without headings the help is one list. */
  readonly group?: OptionGroup
  readonly summary: string
}

/** The environment variables of the process. */
export type EnvironmentVariables = Readonly<Record<string, string | undefined>>

/** What a command is started with. Within another program it has no process of its own. */
export interface GivenWords extends ApartParts {
  readonly operands: readonly string[]
  /** Values of the given options; that of a switch is the empty string. */
  readonly options: ReadonlyMap<string, string>
  readonly environment: EnvironmentVariables
}

/** A command of one or two words, `cambium NAME …`. Help, parsing and dispatch are derived from this value. */
export interface Command {
  readonly name: string
  /** Placeholder of the operands in the help: `FILE…`; undefined if it takes none. */
  readonly operands?: string
  /** Paragraphs below the usage line of the help. */
  readonly description: string
  readonly examples: readonly string[]
  readonly options: readonly Option[]
  /** Resolves to an exit code other than that of success; throws `CommandFailure` for a problem that the user can fix. */
  run(given: GivenWords, terminal: Terminal): Promise<number | undefined>
}

export const jsonOption: Option = { name: 'json', summary: 'print JSON' }

/** Prints a result as JSON if the command was given `--json`, else as text. */
export function printResult({ options }: GivenWords, terminal: Terminal, json: unknown, text: string): void {
  terminal.print(options.has(jsonOption.name) ? JSON.stringify(json, undefined, 2) : text)
}

export const helpOption: Option = { name: 'help', short: 'h', group: 'Output', summary: 'show this help' }
