import { createRequire } from 'node:module'
import { ConfigurationError } from '../configurationError.ts'
import { settingsByName } from '../settings/settings.ts'
import { readTextFile } from './readTextFile.ts'
import { type GivenValue, type Source, unknownName } from './sources.ts'

/** The settings of a TOML file. Throws `ConfigurationError` when it cannot be read or parsed. */
export function fileSource(path: string): Source {
  const text = readTextFile(path, '; cambium config print shows what a file may have')
  return sourceOfTables(parsedTables(text, path), path)
}

type Table = Readonly<Record<string, unknown>>

function parsedTables(text: string, path: string): Table {
  // Loaded here, because most starts have no file.
  const { parse, TomlError } = createRequire(import.meta.url)('smol-toml') as typeof import('smol-toml')
  try {
    return parse(text)
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    const [reason = ''] = error.message.split('\n')
    const problem = reason.replace(/^Invalid TOML document: /, '')
    const { line, column } = placeOf(problem, error, text)
    throw new ConfigurationError([`${path}, line ${line}, column ${column}: ${problem}`])
  }
}

interface Place {
  readonly line: number
  readonly column: number
}

/**
 * Where the fault is. The parser notices a list or table that is not closed at the first character that cannot be part of
 * it, perhaps some lines below. The place is then the end of the text before that character.
 */
function placeOf(problem: string, { line, column }: Place, text: string): Place {
  if (problem !== 'expected comma or end of structure') return { line, column }
  const lines = text.split('\n').slice(0, line)
  const before = [...lines.slice(0, -1), lines.at(-1)!.slice(0, column - 1)]
  const last = before.findLastIndex((content) => /^\s*[^\s#]/.test(content))
  if (last < 0) return { line, column }
  return { line: last + 1, column: before[last]!.trimEnd().length + 1 }
}

const names = [...settingsByName.keys()]

/** Prefixes of names that are tables in a file: `networks`, `networks.testnet`. */
const tablePaths: ReadonlySet<string> = new Set(
  names.flatMap((name) => {
    const parts = name.split('.')
    return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('.'))
  }),
)

function sourceOfTables(root: Table, path: string): Source {
  const origin = { kind: 'file', name: path } as const
  const values = new Map<string, GivenValue>()
  const problems: string[] = []
  /** Descends only into known tables, so a deeply nested file does not matter. */
  const gather = (table: Table, prefix: string): void => {
    for (const [key, value] of Object.entries(table)) {
      const name = `${prefix}${key}`
      if (settingsByName.has(name)) values.set(name, { origin, value })
      else if (tablePaths.has(name) && isTable(value)) gather(value, `${name}.`)
      else if (tablePaths.has(name)) problems.push(`${path}: ${name} is not a table: [${name}]`)
      else problems.push(unknownName(`${path}: `, name, [...names, ...tablePaths]))
    }
  }
  gather(root, '')
  return { values, problems }
}

const isTable = (value: unknown): value is Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
