import type { Arguments, Option } from '../../commandLine/command.ts'
import { flagOf, type Setting } from '../settings/setting.ts'
import type { GivenValue, Source } from './given.ts'

/** The flag of a setting. */
export function settingOption(setting: Setting): Option {
  const { name, type, summary, isCommon = false } = setting
  const usual = defaultText(setting)
  return {
    name,
    ...(type.placeholder === '' ? { isYesOrNo: true } : { value: type.placeholder }),
    isRepeatable: type.isList === true,
    isHidden: !isCommon,
    summary: usual === undefined ? summary : `${summary} (default ${usual})`,
  }
}

/** The default as the value of a flag; undefined for a switch that is off. */
function defaultText({ default: value }: Setting): string | undefined {
  if (value === undefined || value === false) return undefined
  return typeof value === 'object' ? value.join(',') : String(value)
}

/** The settings of the flags; the parser has rejected unknown flags. */
export function flagSource({ options }: Pick<Arguments, 'options'>, settings: Iterable<Setting>): Source {
  const values = new Map<string, GivenValue>()
  for (const setting of settings) {
    const text = options.get(setting.name)
    if (text === undefined) continue
    const origin = { kind: 'flag', name: flagOf(setting) } as const
    values.set(setting.name, { origin, value: setting.type.fromText(text) })
  }
  return { values, problems: [] }
}
