import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import type { Setting } from '../../../settings/setting.ts'
import { type PlainValue, UnsuitableValue } from '../../../settings/valueTypes.ts'
import { UsageError } from '../../commandLine/commandFailure.ts'
import { Configuration } from '../configuration.ts'
import { developmentConfiguration } from '../developmentConfiguration.ts'
import { lightConfiguration } from '../lightConfiguration.ts'
import { serviceConfiguration } from '../serviceConfiguration.ts'
import { networkNames } from './serviceSettings.ts'
import { allSettings } from './settings.ts'

/** Tried in this order; the first one that suits a setting and differs from its default is given. */
const samples: readonly PlainValue[] = [
  true,
  false,
  'snap',
  'follower',
  'keys',
  'ethereum',
  'none',
  'interval',
  'debug',
  'json',
  'plain',
  'https://node.example',
  'm/44',
  '7:0x'.padEnd(68, '1'),
  '0x'.padEnd(42, '1'),
  '11'.repeat(32),
  `0x${'11'.repeat(32)}`,
  'testnet',
  'junk '.repeat(11).concat('test'),
  '7.5',
  'redis://127.0.0.1',
  'iris300',
  '10.0.0.1',
  '/nowhere/file',
  'a-token-of-16-characters',
  7,
  1_007,
  100_007,
  10_000_007,
  ['mainnet'],
  ['iris300=7'],
  ['regtest=https://node.example'],
  ['10.0.0.1'],
  ['https://app.example'],
  ['evm'],
  ['node.example:7'],
  [`enode://${'1'.repeat(128)}@10.0.0.1:7`],
]

const sampleOf = ({ type, default: usual }: Setting): PlainValue | undefined =>
  samples.find((sample) => {
    try {
      return inspect(type.check(sample)) !== inspect(usual)
    } catch (error) {
      if (error instanceof UnsuitableValue) return false
      throw error
    }
  })

type Given = ReadonlyMap<string, PlainValue>

/** All networks, and settings without which others have no effect. */
const circumstances: readonly Given[] = [
  new Map([['network', networkNames]]),
  new Map<string, PlainValue>([
    ['host', '0.0.0.0'],
    ['network', networkNames],
    ['index-calls', true],
    ['shared', 'redis://127.0.0.1'],
    ['traces-url', 'https://collector.example'],
    ['networks.regtest.mining', 'interval'],
    ...networkNames.flatMap((name): [string, PlainValue][] => [
      [`networks.${name}.peers.enabled`, true],
      [`networks.${name}.upstream`, 'https://upstream.example'],
    ]),
    ['dev.peg', true],
    ['light.rpc', ['https://node.example']],
  ]),
  new Map<string, PlainValue>([
    ['light.rpc', ['https://node.example']],
    ['light.host', '0.0.0.0'],
  ]),
]

/** The configuration of the command that has the setting. */
function read(name: string, configuration: Configuration): object {
  if (name.startsWith('dev.')) return developmentConfiguration(configuration)
  return name.startsWith('light.') ? lightConfiguration(configuration) : serviceConfiguration(configuration)
}

/** The same, or the error that its settings cause. */
function outcomeOf(given: Given, name: string): string {
  const origin = { kind: 'file', name: 'cambium.toml' } as const
  const values = new Map([...given].map(([name, value]) => [name, { origin, value }]))
  const configuration = new Configuration([{ values, problems: [] }], allSettings)
  try {
    return inspect(read(name, configuration), { depth: null, maxArrayLength: null })
  } catch (error) {
    if (error instanceof UsageError) return error.message
    throw error
  }
}

/** The code that can use a setting, without the tables that define it. */
const code = ['cli', 'server', 'peers/network', 'node', 'protocol/networks'].flatMap((room) =>
  readdirSync(new URL(`../../../${room}/`, import.meta.url), { recursive: true, withFileTypes: true })
    .filter(
      ({ name, parentPath }) => /(?<!\.test|\.cases)\.ts$/.test(name) && !/\bsettings\b/.test(parentPath),
    )
    .map(({ name, parentPath }) => readFileSync(join(parentPath, name), 'utf8')),
)

/** `gasLimitTarget` of `networks.regtest.gas-limit-target`. */
const keyOf = (name: string): string =>
  name.slice(name.lastIndexOf('.') + 1).replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())

describe('every setting', () => {
  // Its value is in the configuration whether somebody uses it or not.
  it.each([...new Set(allSettings.map(({ name }) => keyOf(name)))])('is used by its key: %s', (key) => {
    const use = new RegExp(`(?<![-'])\\b${key}\\b(?![-'])`)
    expect(code.some((text) => use.test(text))).toBe(true)
  })

  it.each(allSettings.map((setting) => [setting.name, setting] as const))('is read: %s', (name, setting) => {
    const sample = sampleOf(setting)
    if (sample === undefined) throw new Error(`add a value that suits ${name} to the samples of this test`)
    const changes = circumstances.some(
      (given) => outcomeOf(new Map([...given, [name, sample]]), name) !== outcomeOf(given, name),
    )
    expect(changes, `no configuration changes with ${name}: pass its value on`).toBe(true)
  })
})
