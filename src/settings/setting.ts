import type { PlainValue, ValueType } from './valueTypes.ts'

/** Headings for options, in the order of the help. */
export const optionGroups = [
  'Server',
  'Chain',
  'Accounts',
  'Mining',
  'Fork',
  'Peg',
  'Sync',
  'Resources',
  'Fleet',
  'Output',
] as const

export type OptionGroup = (typeof optionGroups)[number]

/** A setting without its name. */
export interface SettingDescription {
  readonly type: ValueType
  readonly default: PlainValue | undefined
  /** The behaviour of an unset setting without a default. */
  readonly unset?: string
  /** Begins with an imperative: `listen on this address`. */
  readonly summary: string
  /** Completes "change it when": `clients get the status 413`. */
  readonly when: string
  /** The heading under which the help shows it; undefined for a setting that only the documentation shows. */
  readonly group?: OptionGroup
  /** Whether a running service takes a changed value when it reads its settings again. */
  readonly isReloadable?: boolean
  /** Whether its value is masked. */
  readonly isSecret?: boolean
}

/** A choice of the operator. */
export interface Setting extends SettingDescription {
  /** The name as a flag and in a file (`limits.body-bytes`); the environment variable follows from it. */
  readonly name: string
}

export type SettingTable = Readonly<Record<string, Setting>>

export type SettingValue<Described extends SettingDescription> =
  | (Described['type'] extends ValueType<infer Value> ? Value : never)
  | (undefined extends Described['default'] ? undefined : never)

export type SettingValues<Table extends SettingTable> = {
  readonly [Key in keyof Table]: SettingValue<Table[Key]>
}

type Named<Table> = { readonly [Key in keyof Table]: Table[Key] & { readonly name: string } }

/** Names the settings of a table after their keys: `bodyBytes` of the section `limits` is `limits.body-bytes`. */
export function section<const Table extends Readonly<Record<string, SettingDescription>>>(
  path: string,
  table: Table,
): Named<Table> {
  const named = Object.entries(table).map(([key, description]) => [
    key,
    { ...description, name: `${path && `${path}.`}${kebabCase(key)}` },
  ])
  return Object.fromEntries(named) as Named<Table>
}

const kebabCase = (key: string): string => key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

export const flagOf = ({ name }: Pick<Setting, 'name'>): string => `--${name}`

export const variableOf = ({ name }: Pick<Setting, 'name'>): string =>
  `CAMBIUM_${name.toUpperCase().replace(/[.-]/g, '_')}`
