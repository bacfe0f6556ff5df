import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { parseArguments } from '../commandLine/arguments.ts'
import type { EnvironmentVariables } from '../commandLine/command.ts'
import type { Configuration } from './configuration.ts'
import { configOption, readConfiguration } from './readConfiguration.ts'
import { allSettings } from './settings/settings.ts'
import { settingOption } from './sources/sources.ts'

export interface Given {
  readonly flags?: readonly string[]
  readonly environment?: EnvironmentVariables
  readonly file?: string
}

/** Reads a configuration as the commands do; `file` is the text of `cambium.toml`. */
export function configurationOf({ flags = [], environment = {}, file }: Given): Configuration {
  const words = file === undefined ? flags : [...flags, '--config', temporaryFile(file)]
  const options = [...allSettings.map(settingOption), configOption]
  return readConfiguration(parseArguments(words, options, environment))
}

function temporaryFile(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'cambium-configuration-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'cambium.toml')
  writeFileSync(path, text)
  return path
}
