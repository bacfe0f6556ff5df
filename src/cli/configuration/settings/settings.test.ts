import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import type { Setting } from '../../../settings/setting.ts'
import { type PlainValue, UnsuitableValue } from '../../../settings/valueTypes.ts'
import { Configuration } from '../configuration.ts'
import { ConfigurationError } from '../configurationError.ts'
import { developmentConfiguration } from '../developmentConfiguration.ts'
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
  ]),
]

/** The configuration of a command, or the error that its settings cause. */
function outcomeOf(given: Given, isDevelopment: boolean): string {
  const origin = { kind: 'file', name: 'cambium.toml' } as const
  const values = new Map([...given].map(([name, value]) => [name, { origin, value }]))
  const configuration = new Configuration([{ values, problems: [] }], allSettings)
  try {
    const read = isDevelopment ? developmentConfiguration(configuration) : serviceConfiguration(configuration)
    return inspect(read, { depth: null, maxArrayLength: null })
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message
    throw error
  }
}

describe('every setting', () => {
  it.each(allSettings.map((setting) => [setting.name, setting] as const))('is read: %s', (name, setting) => {
    const sample = sampleOf(setting)
    if (sample === undefined) throw new Error(`add a value that suits ${name} to the samples of this test`)
    const isDevelopment = name.startsWith('dev.')
    const changes = circumstances.some(
      (given) =>
        outcomeOf(new Map([...given, [name, sample]]), isDevelopment) !== outcomeOf(given, isDevelopment),
    )
    expect(changes, `no configuration changes with ${name}: pass its value on`).toBe(true)
  })
})
