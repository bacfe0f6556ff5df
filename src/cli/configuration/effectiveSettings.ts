import type { Setting } from '../../settings/setting.ts'
import type { PlainValue } from '../../settings/valueTypes.ts'
import type { Configuration } from './configuration.ts'
import { allSettings } from './settings/settings.ts'
import type { Origin } from './sources/sources.ts'

const masked = '********'

interface Effective {
  readonly setting: Setting
  /** Masked for a secret. */
  readonly value: PlainValue | undefined
  readonly origin: Origin
}

const effectiveSettings = (configuration: Configuration): Effective[] =>
  allSettings.map((setting) => {
    const value = configuration.value(setting)
    const isHidden = setting.isSecret && value !== undefined
    return { setting, value: isHidden ? masked : value, origin: configuration.originOf(setting) }
  })

/** Every setting by name, with its value and origin, as JSON. */
export function settingsAsJson(configuration: Configuration): string {
  const entries = effectiveSettings(configuration).map(({ setting: { name }, value = null, origin }) => [
    name,
    { value, origin: origin.kind, ...(origin.name && { from: origin.name }) },
  ])
  return JSON.stringify(Object.fromEntries(entries), undefined, 2)
}

/** Every setting as a configuration file, with the origins as comments. */
export function settingsAsToml(configuration: Configuration): string {
  let section = ''
  return effectiveSettings(configuration)
    .flatMap((effective) => {
      const { section: own, key } = placeInFile(effective.setting)
      const header = own === section ? [] : ['', `[${own}]`]
      section = own
      return [...header, settingLine(key, effective)]
    })
    .join('\n')
}

function settingLine(key: string, { setting, value, origin }: Effective): string {
  if (value === undefined) return `# ${key} is not set: ${setting.unset}`
  const comment = origin.kind === 'default' ? '' : `  # ${origin.kind} ${origin.name}`
  return `${key} = ${tomlValue(value)}${comment}`
}

/** `limits.body-bytes` is `body-bytes` below `[limits]`. */
function placeInFile({ name }: Pick<Setting, 'name'>): { section: string; key: string } {
  const end = name.lastIndexOf('.')
  return { section: name.slice(0, Math.max(0, end)), key: name.slice(end + 1) }
}

/** The value in TOML: as in JSON, but the character 7f is escaped too. */
export const tomlValue = (value: PlainValue): string => JSON.stringify(value).replaceAll('\x7f', '\\u007f')
