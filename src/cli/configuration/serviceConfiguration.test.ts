import { describe, expect, it } from 'vitest'
import { toHex } from '../../primitives/hex.ts'
import { serviceConfiguration } from './serviceConfiguration.ts'
import { configurationOf, type Given } from './sources.cases.ts'

const serviceOf = (given: Given = {}) => serviceConfiguration(configurationOf(given))
const networkOf = (given: Given, name: string) =>
  serviceOf(given).networks.find((network) => network.name === name)

describe('serviceConfiguration', () => {
  it('serves three networks to this machine only, without peers, by default', () => {
    const service = serviceOf()
    expect(service).toMatchObject({
      host: '127.0.0.1',
      port: 4444,
      data: undefined,
      access: 'open',
      allowedHosts: '*',
      adminPort: undefined,
      limits: { connections: 20_000, bodyBytes: 5 << 20, answerTimeoutMs: 5_000, drainDelayMs: 0 },
    })
    expect(service.networks.map(({ name, origins, peering }) => ({ name, origins, peering }))).toEqual([
      { name: 'regtest', origins: ['loopback'], peering: undefined },
      { name: 'mainnet', origins: [], peering: undefined },
      { name: 'testnet', origins: [], peering: undefined },
    ])
  })

  it.each([
    ['the usual values', [], ['archive', 20_000, 20_000]],
    ['one value for all networks', ['--history', '5000'], [5_000, 5_000, 5_000]],
    ['all states', ['--history', 'archive'], ['archive', 'archive', 'archive']],
    [
      'a value of one network before that of all',
      ['--history', 'archive', '--networks.testnet.history', '3000'],
      ['archive', 'archive', 3_000],
    ],
  ])('keeps the states of %s', (_, flags, expected) => {
    expect(serviceOf({ flags }).networks.map(({ node }) => node.history)).toEqual(expected)
  })

  it('takes a dash for standard output', () => {
    expect(serviceOf({ flags: ['--access-log', '-'] }).accessLog).toBe('-')
  })

  it.each([
    ['1024', 1024],
    ['1024M', 1024],
    ['2g', 2048],
    ['2 GiB', 2048],
    ['1500MB', 1500],
  ])('takes %s of memory as %i MiB', (text, expected) => {
    expect(serviceOf({ flags: ['--memory', text] }).memory.total).toBe(expected * 2 ** 20)
  })

  it.each(['1.5G', '2T', '2048 pages', 'G', '64'])('refuses %s of memory', (text) => {
    expect(() => serviceOf({ flags: ['--memory', text] })).toThrow(/not a whole number of MiB from 128/)
  })

  it.each([
    ['this machine', [], 'open'],
    ['this machine, by name', ['--host', 'localhost'], 'open'],
    ['this machine, with keys', ['--access', 'keys', '--data', 'x'], 'keys'],
    ['other machines', ['--host', '0.0.0.0', '--data', 'x'], 'keys'],
    ['every client', ['--host', '::', '--allow-anonymous'], 'open'],
    ['every client, with both flags', ['--host', '::', '--allow-anonymous', '--access', 'open'], 'open'],
  ])('derives the access of %s from the address and the flags', (_, flags, access) => {
    expect(serviceOf({ flags }).access).toBe(access)
  })

  it.each([
    [
      'open access for other machines without confirmation',
      ['--host', '10.0.0.1', '--access', 'open'],
      '--allow-anonymous',
    ],
    ['keys without a folder', ['--access', 'keys'], 'name it with --data DIR'],
    ['a public address without a folder for keys', ['--host', '0.0.0.0'], 'so API keys are required'],
    [
      'keys together with open access',
      ['--access', 'keys', '--allow-anonymous', '--data', 'x'],
      'choose one of them',
    ],
    [
      'allowed hosts on a loopback address',
      ['--allowed-hosts', 'rpc.example'],
      'accepts loopback names only',
    ],
    [
      'metrics of a network without a port',
      ['--networks.testnet.admin-port', '9'],
      'networks.testnet.admin-port is set, but networks.testnet.port is not',
    ],
    [
      'a port that is used twice',
      ['--networks.testnet.port', '4444'],
      'networks.testnet.port is 4444, as is port',
    ],
    ['metrics on the port of the service', ['--admin-port', '4444'], 'admin-port is 4444, as is port'],
  ])('rejects %s', (_, flags, message) => {
    expect(() => serviceOf({ flags })).toThrow(message)
  })

  it('disables methods about peers on public networks that other machines use without keys', () => {
    const bans = ['sco_banAddress', 'sco_clearPeerScoring', 'sco_unbanAddress']
    const shown = ['admin_nodeInfo', 'admin_peers']
    const open = { flags: ['--host', '::', '--allow-anonymous'] }
    expect([...networkOf(open, 'mainnet')!.disabled].sort()).toEqual([...shown, ...bans])
    expect(networkOf(open, 'regtest')!.disabled).toEqual([])
    expect(networkOf({}, 'mainnet')!.disabled).toEqual([])
    expect(networkOf({ flags: ['--host', '::', '--data', 'x'] }, 'mainnet')!.disabled).toEqual([])
  })

  it('rejects an empty list of networks', () => {
    expect(() => serviceOf({ file: 'network = []' })).toThrow('name at least one')
  })

  it('accepts port 0 several times', () => {
    const flags = ['--port', '0', '--networks.testnet.port', '0', '--admin-port', '0']
    expect(networkOf({ flags }, 'testnet')?.port).toBe(0)
  })
})

describe('the configuration of a network', () => {
  it('has the time limits of the process for calls, traces and its upstream', () => {
    const flags = ['--limits.answer-timeout-ms', '1000', '--limits.long-answer-timeout-ms', '2000']
    const network = networkOf({ flags: [...flags, '--upstream', 'testnet=testnet'] }, 'testnet')
    expect(network).toMatchObject({
      rpc: { callTimeoutMs: 1_000 },
      node: { traces: { timeoutMs: 2_000 } },
      upstream: { timeoutMs: 900 },
    })
  })

  it('comes from its own table', () => {
    const file = `
      [networks.regtest]
      mining = "interval"
      mining-interval-ms = 250
      coinbase = "0x00000000000000000000000000000000000000AA"
      gas-limit-target = 8000000
      minimum-gas-price-target = 7
      [networks.testnet]
      errors = "ethereum"
      call-gas-cap = 50000
      disabled = ["evm", "rsk"]
      origins = ["https://a.example"]`
    const regtest = networkOf({ file }, 'regtest')
    expect(regtest?.node).toMatchObject({
      mining: { kind: 'interval', milliseconds: 250 },
      gasLimitTarget: 8_000_000n,
      minimumGasPriceTarget: 7n,
    })
    expect(toHex(regtest!.node.coinbase!)).toBe('0x00000000000000000000000000000000000000aa')
    expect(networkOf({ file }, 'testnet')).toMatchObject({
      rpc: { errors: 'ethereum', callGasCap: 50_000, callTimeoutMs: 5_000 },
      disabled: ['evm', 'rsk', 'vendor'],
      origins: ['https://a.example'],
    })
    expect(networkOf({ file }, 'mainnet')?.rpc.errors).toBe('rootstock')
  })

  it('of the local chain has the upgrade heights', () => {
    const upgrades = { upgrades: { iris300: 150 }, rules: { rskip97: 160 } }
    const flags = ['--upgrade', 'iris300=150', '--upgrade', 'rskip97=160']
    expect(networkOf({ flags }, 'regtest')?.node.upgrades).toEqual(upgrades)
    expect(networkOf({ flags }, 'testnet')?.node).not.toHaveProperty('upgrades')
    const file = 'upgrade = ["iris300=150", "rskip97=160"]'
    expect(networkOf({ file }, 'regtest')?.node.upgrades).toEqual(upgrades)
    expect(networkOf({}, 'regtest')?.node).not.toHaveProperty('upgrades')
  })

  it('divides the memory, and refuses too little of it with what to do', () => {
    const flags = ['--threads', '2', '--memory', '1024']
    expect(serviceOf({ flags }).memory.total).toBe(1024 << 20)
    expect(() => serviceOf({ flags: ['--threads', '8', '--memory', '1024'] })).toThrow(
      'memory is 1024, but 8 threads for reads and 0 networks with peers need 1168 MiB at least: raise --memory, or give fewer --threads',
    )
    expect(() => serviceOf({ flags: ['--memory', '1'] })).toThrow(
      'memory is 1, not a whole number of MiB from 128',
    )
  })

  it('reports a faulty schedule together with other problems', () => {
    const flags = ['--access', 'keys', '--upgrade', 'iris300=-7']
    expect(() => serviceOf({ flags })).toThrow('name it with --data DIR')
    expect(() => serviceOf({ flags })).toThrow('upgrade iris300: -7 is not a height')
  })

  it('enables peering with --peers, and that of the local chain only with its own setting', () => {
    const peering = (...flags: string[]) =>
      serviceOf({ flags }).networks.map((network) => network.peering !== undefined)
    expect(peering('--peers')).toEqual([false, true, true])
    expect(peering('--peers', '--networks.mainnet.peers.enabled=false')).toEqual([false, false, true])
    expect(peering('--networks.regtest.peers.enabled')).toEqual([true, false, false])
  })

  it('catches up as all networks do, or as its own setting says', () => {
    const sync = (...flags: string[]): unknown[] =>
      serviceOf({ flags: ['--peers', ...flags] }).networks.map((network) => network.peering?.sync)
    expect(sync()).toEqual([undefined, 'full', 'full'])
    expect(sync('--sync', 'snap')).toEqual([undefined, 'snap', 'snap'])
    expect(sync('--sync', 'snap', '--networks.testnet.peers.sync=full')).toEqual([undefined, 'snap', 'full'])
  })

  it('omits unset peer settings', () => {
    const id = '12'.repeat(64)
    const file = `
      [networks.testnet.peers]
      enabled = true
      port = 50505
      static-peers = ["enode://${id}@10.0.0.1:50505"]
      banned-addresses = ["10.1.0.0/16"]
      private-key = "0x${'07'.repeat(32)}"`
    expect(networkOf({ file }, 'testnet')?.peering).toEqual({
      port: 50505,
      listen: true,
      discovery: true,
      maximumPeers: 30,
      sync: 'full',
      serveSnapshots: true,
      backfill: true,
      staticPeers: [`enode://${id}@10.0.0.1:50505`],
      trustedPeers: [],
      bannedAddresses: ['10.1.0.0/16'],
      privateKey: new Uint8Array(32).fill(7),
    })
  })
})
