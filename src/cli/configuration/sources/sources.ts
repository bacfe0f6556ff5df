import { suggestion } from '../../../primitives/nearest.ts'
import { flagOf, type Setting, variableOf } from '../../../settings/setting.ts'
import { shown } from '../../../settings/valueTypes.ts'
import type { Arguments, Environment, Option } from '../../commandLine/command.ts'

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
  /** Remarks for the operator. */
  readonly notes: readonly string[]
}

/** A name from outside in a message; quoted when it could contain control characters. */
const shownName = (name: string): string => (/^[\w.-]{1,100}$/.test(name) ? name : shown(name))

export const unknownName = (where: string, name: string, names: readonly string[]): string =>
  `${where}${shownName(name)} is not a setting${suggestion(name.slice(0, 100), names)}`

export const renamed = (former: string, name: string): string =>
  `note: ${former} is now called ${name}; the old name still works`

/** The renamed settings by their former names, as a flag, a variable or a key. */
export const formerNames = (
  settings: readonly Setting[],
  nameOf: (setting: Pick<Setting, 'name'>) => string,
): ReadonlyMap<string, Setting> =>
  new Map(
    settings.flatMap((setting) =>
      setting.formerName === undefined ? [] : [[nameOf({ name: setting.formerName }), setting]],
    ),
  )

/** The flags of settings, with those of former names. */
export const settingOptions = (settings: readonly Setting[]): Option[] => [
  ...settings.map(settingOption),
  ...[...formerNames(settings, ({ name }) => name)].map(([name, setting]) => ({
    ...settingOption({ ...setting, name }),
    isHidden: true,
  })),
]

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
  { options }: Pick<Arguments, 'options'>,
  settings: Iterable<Setting>,
  nameOf: (setting: Setting) => string = ({ name }) => name,
): Source {
  const values = new Map<string, GivenValue>()
  const notes: string[] = []
  for (const setting of settings) {
    const name = nameOf(setting)
    const former = setting.formerName
    const formerText = former === undefined ? undefined : options.get(former)
    if (former !== undefined && formerText !== undefined) notes.push(renamed(`--${former}`, `--${name}`))
    const text = options.get(name) ?? formerText
    if (text === undefined) continue
    const origin = { kind: 'flag', name: flagOf({ name }) } as const
    values.set(setting.name, { origin, value: setting.type.fromText(text) })
  }
  return { values, problems: [], notes }
}

const prefix = 'CAMBIUM_'

/** The variable that names the configuration file. */
export const configurationVariable = 'CAMBIUM_CONFIG'

/** The settings of the environment; an empty variable is ignored. */
export function environmentSource(environment: Environment, settings: readonly Setting[]): Source {
  const byVariable = new Map(settings.map((setting) => [variableOf(setting), setting]))
  const byFormer = formerNames(settings, variableOf)
  const values = new Map<string, GivenValue>()
  const problems: string[] = []
  const notes: string[] = []
  for (const [name, text] of Object.entries(environment)) {
    if (!name.startsWith(prefix) || !text || name === configurationVariable) continue
    const former = byFormer.get(name)
    if (former !== undefined) notes.push(renamed(name, variableOf(former)))
    if (former !== undefined && environment[variableOf(former)]) continue
    const setting = byVariable.get(name) ?? former
    if (setting === undefined) {
      problems.push(unknownName('environment: ', name, [...byVariable.keys(), configurationVariable]))
      continue
    }
    const origin = { kind: 'environment', name } as const
    values.set(setting.name, { origin, value: setting.type.fromText(text) })
  }
  return { values, problems, notes }
}
