import type { Terminal } from './terminal.ts'

/** An option of a command; without `value` it is a switch, which is given or not. */
export interface Option {
  readonly name: string
  readonly short?: string
  /** What stands behind the option in the help: `DIR`. */
  readonly value?: string
  /** It may be given several times; the values arrive with commas between them. */
  readonly isRepeatable?: boolean
  /** A switch that can also be denied: `--name=false`. The values are `true` and `false`. */
  readonly isYesOrNo?: boolean
  /** It is too special for the help. */
  readonly isHidden?: boolean
  readonly summary: string
}

/** The variables of the process that starts the command. */
export type Environment = Readonly<Record<string, string | undefined>>

/** What a command is started with: the words behind its name, and its surroundings. */
export interface Arguments {
  readonly operands: readonly string[]
  /** Values of the options that were given; a switch has the empty string. */
  readonly options: ReadonlyMap<string, string>
  readonly environment: Environment
}

/** One or two words of the command line, `cambium NAME …`; its help, parsing and dispatch follow from this value. */
export interface Command {
  readonly name: string
  /** What stands behind the name in the help: `FILE…`. */
  readonly operands: string
  readonly summary: string
  /** Paragraphs that say what it does and how, below the usage line. */
  readonly description: string
  readonly examples: readonly string[]
  readonly options: readonly Option[]
  /** Resolves to the exit code; throws `CommandFailure` for everything a person can put right. */
  run(given: Arguments, terminal: Terminal): Promise<number>
}

export const helpOption: Option = { name: 'help', short: 'h', summary: 'show this help' }
