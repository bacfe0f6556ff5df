import type { PlainValue, ValueType } from './valueTypes.ts'

/** Everything about a setting but its name. */
export interface SettingDescription {
  readonly type: ValueType
  readonly default: PlainValue | undefined
  /** What holds while it is not set, where there is no default. */
  readonly unset?: string
  readonly summary: string
  /** Shown in the help; the others are in the documentation only. */
  readonly isCommon?: boolean
  /** Never shown. */
  readonly isSecret?: boolean
}

/** One thing that an operator can choose. */
export interface Setting extends SettingDescription {
  /** The same for a flag, in a file and, in capitals, in the environment: `limits.body-bytes`. */
  readonly name: string
}

export type SettingTable = Readonly<Record<string, Setting>>

export type ValueOf<Described extends SettingDescription> =
  | (Described['type'] extends ValueType<infer Value> ? Value : never)
  | (undefined extends Described['default'] ? undefined : never)

export type ValuesOf<Table extends SettingTable> = {
  readonly [Key in keyof Table]: ValueOf<Table[Key]>
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
