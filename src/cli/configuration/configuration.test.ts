import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { variableOf } from '../../settings/setting.ts'
import { Configuration } from './configuration.ts'
import { ConfigurationError } from './configurationError.ts'
import { settingsAsJson, settingsAsToml } from './effectiveSettings.ts'
import { limitSettings } from './settings/limitSettings.ts'
import { networkSettings } from './settings/networkSettings.ts'
import { peerSettings } from './settings/peerSettings.ts'
import { serviceSettings } from './settings/serviceSettings.ts'
import { allSettings, settingsByName } from './settings/settings.ts'
import { fileSource } from './sources/configurationFile.ts'
import { configurationOf } from './sources.cases.ts'

describe('allSettings', () => {
  it('have distinct names and distinct environment variables', () => {
    expect(settingsByName.size).toBe(allSettings.length)
    expect(new Set(allSettings.map(variableOf)).size).toBe(allSettings.length)
  })

  it('have a valid default, or a description of the behaviour without one', () => {
    for (const setting of allSettings) {
      const { name, type, default: usual } = setting
      if (usual === undefined) expect(setting, name).toHaveProperty('unset')
      else expect(type.check(usual), name).toEqual(usual)
    }
  })
})

describe('a configuration', () => {
  const { port } = serviceSettings

  it.each([
    ['no source has it', {}, 4444, 'default'],
    ['only the file has it', { file: 'port = 1' }, 1, 'file'],
    [
      'file and environment have it',
      { file: 'port = 1', environment: { CAMBIUM_PORT: '2' } },
      2,
      'environment',
    ],
    [
      'file, environment and flags have it',
      { file: 'port = 1', environment: { CAMBIUM_PORT: '2' }, flags: ['--port', '3'] },
      3,
      'flag',
    ],
    ['the variable is empty', { file: 'port = 1', environment: { CAMBIUM_PORT: '' } }, 1, 'file'],
  ])('takes the value of the first source when %s', (_, given, value, kind) => {
    const configuration = configurationOf(given)
    expect(configuration.value(port)).toBe(value)
    expect(configuration.originOf(port).kind).toBe(kind)
  })

  it('takes the same settings from flags, environment and file', () => {
    const values = (given: Parameters<typeof configurationOf>[0]) => {
      const configuration = configurationOf(given)
      return [
        configuration.value(serviceSettings.network),
        configuration.value(serviceSettings.peers),
        configuration.value(limitSettings.batchItems),
        configuration.value(networkSettings('testnet').disabled),
        configuration.value(peerSettings('testnet').listen),
      ]
    }
    const expected = [['testnet', 'regtest'], true, 7, ['evm', 'eth_call'], false]
    expect(
      values({
        flags: [
          ...['--network', 'testnet', '--network', 'regtest', '--peers', '--limits.batch-items', '7'],
          ...['--networks.testnet.disabled', 'evm,eth_call', '--networks.testnet.peers.listen=false'],
        ],
      }),
    ).toEqual(expected)
    expect(
      values({
        environment: {
          CAMBIUM_NETWORK: 'testnet, regtest',
          CAMBIUM_PEERS: 'true',
          CAMBIUM_LIMITS_BATCH_ITEMS: '7',
          CAMBIUM_NETWORKS_TESTNET_DISABLED: 'evm,eth_call',
          CAMBIUM_NETWORKS_TESTNET_PEERS_LISTEN: 'false',
          PATH: '/bin',
        },
      }),
    ).toEqual(expected)
    expect(
      values({
        file: `
          network = ["testnet", "regtest"]
          peers = true
          limits.batch-items = 7
          [networks.testnet]
          disabled = ["evm", "eth_call"]
          [networks.testnet.peers]
          listen = false`,
      }),
    ).toEqual(expected)
  })

  it.each([
    ['an unknown key', 'prot = 1', 'cambium.toml: prot is not a setting; did you mean port?'],
    [
      'an unknown table',
      '[limit]\nbatch-items = 1',
      'cambium.toml: limit is not a setting; did you mean limits?',
    ],
    [
      'a network that does not exist',
      '[networks.tesnet]\nerrors = "ethereum"',
      'networks.tesnet is not a setting; did you mean networks.testnet?',
    ],
    [
      'an unknown key of a nested table',
      '[networks.testnet.peers]\nmaximum-pears = 3',
      'networks.testnet.peers.maximum-pears is not a setting; did you mean networks.testnet.peers.maximum-peers?',
    ],
    ['a value in place of a table', 'networks = 3', 'networks is not a table: [networks]'],
    [
      'a table in place of a value',
      '[port]\nnumber = 1',
      'cambium.toml: port is a table, not a whole number',
    ],
    ['a text in place of a number', 'port = "4444"', 'port is "4444", not a whole number from 0 to 65535'],
    ['a fraction', 'port = 1.5', 'port is 1.5, not a whole number'],
    ['a number out of range', 'port = 65536', 'port is 65536, not a whole number from 0 to 65535'],
    ['a date', 'port = 2020-01-01', 'port is a date, not a whole number'],
    ['a number in place of yes or no', 'peers = 1', 'peers is 1, neither true nor false'],
    ['a choice that does not exist', 'access = "all"', 'access is "all", not one of "open", "keys"'],
    ['a text in place of a list', 'network = "regtest"', 'network is "regtest", not a list'],
    ['a list of another type', 'network = [1]', 'network is 1, not one of "mainnet"'],
    [
      'a method that does not exist',
      '[networks.regtest]\ndisabled = ["eth_cal"]',
      'disabled is "eth_cal": there is no such module or method; did you mean eth_call?',
    ],
    ['an invalid address', '[networks.regtest]\ncoinbase = "0x12"', 'not an address of 20 bytes in hex'],
    ['a line that is not TOML', 'port = 1\nhost = \n', 'cambium.toml, line 2, column'],
    [
      'a list that is not closed',
      'networks = ["a"\n\n# more\nport = 1\n',
      'cambium.toml, line 1, column 16: expected comma',
    ],
    [
      'a table that is not closed',
      'port = 1\nx = { a = 1\ny = 2\n',
      'cambium.toml, line 2, column 12: expected comma',
    ],
    ['a list without a comma', 'x = [1,\n  2 3]\n', 'cambium.toml, line 2, column 4: expected comma'],
    ['a key twice', 'port = 1\nport = 2\n', 'cambium.toml, line 2'],
    ['a name with control characters', '"\\u001b[2J" = 1', '"\\u001b[2J" is not a setting'],
  ])('rejects a file with %s and names the place', (_, file, message) => {
    expect(() => configurationOf({ file })).toThrow(message)
  })

  it('reports all problems at once', () => {
    const given = {
      flags: ['--port', 'x'],
      environment: { CAMBIUM_ACCES: 'keys', CAMBIUM_PEERS: 'maybe' },
      file: 'prot = 1\nhost = 3',
    }
    const read = () => configurationOf(given)
    expect(read).toThrow('--port is "x", not a whole number')
    expect(read).toThrow('CAMBIUM_ACCES is not a setting; did you mean CAMBIUM_ACCESS?')
    expect(read).toThrow('CAMBIUM_PEERS is "maybe", neither true nor false')
    expect(read).toThrow('prot is not a setting')
    expect(read).toThrow('host is 3, not an address')
  })

  it('reads the file that the environment names, unless a flag names one', () => {
    const environment = { CAMBIUM_CONFIG: '/nowhere/cambium.toml' }
    expect(() => configurationOf({ environment })).toThrow(
      '/nowhere/cambium.toml cannot be read: it does not exist; cambium config print shows',
    )
    expect(configurationOf({ environment, file: 'port = 5' }).value(port)).toBe(5)
  })

  it('rejects a folder in place of a file', () => {
    expect(() => fileSource(tmpdir())).toThrow('it is not a file')
  })

  it('masks a secret in its output and in its errors', () => {
    const secret = 'ab'.repeat(32)
    const file = (key: string) => `[networks.testnet.peers]\nprivate-key = "${key}"`
    const configuration = configurationOf({ file: file(secret) })
    for (const printed of [settingsAsToml(configuration), settingsAsJson(configuration)]) {
      expect(printed).toContain('********')
      expect(printed).not.toContain(secret)
    }
    expect(() => configurationOf({ file: file(`${secret}0`) })).toThrow(
      /private-key is not a private key of 32 bytes in hex$/,
    )
  })
})

describe('a printed configuration', () => {
  it('is a file with the same values, with their origins as comments', () => {
    const file = '[networks.testnet]\norigins = ["https://a.example"]\n[limits]\nbatch-items = 3'
    const first = configurationOf({ flags: ['--port', '3'], environment: { CAMBIUM_PEERS: 'true' }, file })
    const printed = settingsAsToml(first)
    expect(printed).toContain('port = 3  # flag --port\n')
    expect(printed).toContain('peers = true  # environment CAMBIUM_PEERS\n')
    expect(printed).toMatch(/batch-items = 3 {2}# file \/.*\/cambium.toml\n/)
    const second = configurationOf({ file: printed })
    for (const setting of allSettings) expect(second.value(setting)).toEqual(first.value(setting))
  })

  it('is JSON with value and origin by name', () => {
    const printed = JSON.parse(settingsAsJson(configurationOf({ flags: ['--port', '3'] })))
    expect(printed.port).toEqual({ value: 3, origin: 'flag', from: '--port' })
    expect(printed.host).toEqual({ value: '127.0.0.1', origin: 'default' })
    expect(printed.data).toEqual({ value: null, origin: 'default' })
  })
})

describe('fileSource for any content', () => {
  const names = fc.constantFrom(
    'port',
    'network',
    'limits',
    'networks',
    'testnet',
    'peers',
    '__proto__',
    'x',
    '"é"',
  )
  const values = fc.constantFrom(
    '1',
    '-1',
    '"a"',
    '[]',
    '[1,[2]]',
    '{}',
    '{a=1}',
    'true',
    'nan',
    '1979-05-27',
    '9'.repeat(20),
  )
  const line = fc.oneof(
    fc
      .tuple(fc.array(names, { minLength: 1, maxLength: 4 }), values)
      .map(([path, value]) => `${path.join('.')} = ${value}`),
    fc.array(names, { minLength: 1, maxLength: 3 }).map((path) => `[${path.join('.')}]`),
    fc.array(names, { minLength: 1, maxLength: 2 }).map((path) => `[[${path.join('.')}]]`),
    fc.string(),
  )

  it('returns a configuration or throws an error that names the file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'cambium-configuration-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const path = join(folder, 'any.toml')
    fc.assert(
      fc.property(fc.array(line, { maxLength: 6 }), (lines) => {
        writeFileSync(path, lines.join('\n'))
        try {
          expect(new Configuration([fileSource(path)], allSettings).value(serviceSettings.host)).toBe(
            '127.0.0.1',
          )
        } catch (error) {
          if (!(error instanceof ConfigurationError)) throw error
          expect(error.message).toContain('any.toml')
        }
      }),
      { numRuns: 200 },
    )
  })

  it('accepts any depth of nesting', () => {
    const depth = 50_000
    expect(() => configurationOf({ file: `${'a.'.repeat(depth)}a = 1` })).toThrow(ConfigurationError)
    expect(() => configurationOf({ file: `networks.${'a.'.repeat(depth)}a = 1` })).toThrow(ConfigurationError)
    expect(() => configurationOf({ file: `port = ${'['.repeat(depth)}` })).toThrow(ConfigurationError)
  })
})
