import type { Environment } from '../../commandLine/command.ts'
import { type Setting, variableOf } from '../settings/setting.ts'
import { type GivenValue, type Source, unknownName } from './given.ts'

const prefix = 'CAMBIUM_'

/** The variable that names the configuration file. */
export const configurationVariable = 'CAMBIUM_CONFIG'

/** The settings of the environment; an empty variable is ignored. */
export function environmentSource(environment: Environment, settings: readonly Setting[]): Source {
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
