import { suggestion } from '../../../primitives/nearest.ts'
import { flagOf, type Setting, variableOf } from '../../../settings/setting.ts'
import { shown } from '../../../settings/valueTypes.ts'
import type { EnvironmentVariables, GivenWords, Option } from '../../commandLine/command.ts'

type OriginKind = 'flag' | 'environment' | 'file' | 'default'

/** Where a value comes from. */
export interface Origin {
  readonly kind: OriginKind
  /** The flag, the variable or the file; empty for a default. */
  readonly name: string
}

/** A value before it is checked. */
export interface GivenValue {
  readonly origin: Origin
  readonly value: unknown
}

/** The values of one source by the names of settings, and the problems of the source itself. */
export interface Source {
  readonly values: ReadonlyMap<string, GivenValue>
  readonly problems: readonly string[]
}

/** A name from outside in a message; quoted when it could contain control characters. */
const shownName = (name: string): string => (/^[\w.-]{1,100}$/.test(name) ? name : shown(name))

export const unknownName = (where: string, name: string, names: readonly string[]): string =>
  `${where}${shownName(name)} is not a setting${suggestion(name.slice(0, 100), names)}`

/** The flag of a setting. */
export function settingOption(setting: Setting): Option {
  const { name, type, summary, group } = setting
  const usual = defaultText(setting)
  return {
    name,
    ...(type.placeholder === '' ? { isYesOrNo: true } : { value: type.placeholder }),
    isRepeatable: type.isList === true,
    isHidden: group === undefined,
    ...(group && { group }),
    summary: usual === undefined ? summary : `${summary} (default ${usual})`,
  }
}

/** The default as the value of a flag; undefined for a switch that is off. */
function defaultText({ default: value }: Setting): string | undefined {
  if (value === undefined || value === false) return undefined
  if (Array.isArray(value) && value.length === 0) return undefined
  return typeof value === 'object' ? value.join(',') : String(value)
}

/** The settings of the flags, whose names are those of the settings by default; the parser has rejected unknown flags. */
export function flagSource(
  { options }: Pick<GivenWords, 'options'>,
  settings: Iterable<Setting>,
  nameOf: (setting: Setting) => string = ({ name }) => name,
): Source {
  const values = new Map<string, GivenValue>()
  for (const setting of settings) {
    const name = nameOf(setting)
    const text = options.get(name)
    if (text === undefined) continue
    const origin = { kind: 'flag', name: flagOf({ name }) } as const
    values.set(setting.name, { origin, value: setting.type.fromText(text) })
  }
  return { values, problems: [] }
}

const prefix = 'CAMBIUM_'

/** The variable that names the configuration file. */
export const configurationVariable = 'CAMBIUM_CONFIG'

/** The settings of the environment; an empty variable is ignored. */
export function environmentSource(environment: EnvironmentVariables, settings: readonly Setting[]): Source {
  const byVariable = new Map(settings.map((setting) => [variableOf(setting), setting]))
  const values = new Map<string, GivenValue>()
  const problems: string[] = []
  for (const [name, text] of Object.entries(environment)) {
    if (!name.startsWith(prefix) || !text || name === configurationVariable) continue
    const setting = byVariable.get(name)
    if (setting === undefined) {
      problems.push(unknownName('environment: ', name, [...byVariable.keys(), configurationVariable]))
      continue
    }
    const origin = { kind: 'environment', name } as const
    values.set(setting.name, { origin, value: setting.type.fromText(text) })
  }
  return { values, problems }
}
