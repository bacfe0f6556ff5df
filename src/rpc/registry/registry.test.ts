import { describe, expect, it } from 'vitest'
import { developmentMethods } from '../modules/development/developmentMethods.ts'
import { fleetMethods } from '../modules/fleet/fleetMethods.ts'
import { methods } from '../modules/methods.ts'
import { unsupportedMethods } from '../modules/unsupported.ts'
import { Registry } from './registry.ts'

it('the methods of rsk also answer with the prefix vendor', () => {
  const registry = new Registry(methods)
  expect(registry.find('vendor_protocolVersion')).toBe(registry.find('rsk_protocolVersion'))
  expect(registry.modules).not.toContain('vendor')
})

it('modules and single methods can be disabled', () => {
  const registry = new Registry(methods, { disabled: ['evm', 'eth_sign'] })
  expect(registry.find('evm_mine')).toBe('unavailable')
  expect(registry.find('eth_sign')).toBe('unavailable')
  expect(registry.find('eth_chainId')).toMatchObject({ name: 'eth_chainId' })
  expect(registry.modules).not.toContain('evm')
  expect(registry.modules).toContain('eth')
})

it('the helpers of development chains are not among the methods of the service', () => {
  const service = new Registry(methods, { unsupported: unsupportedMethods })
  const development = new Registry([...methods, ...developmentMethods])
  const helpers = developmentMethods.flatMap(({ name, aliases }) => [name, ...aliases])
  expect(helpers).toContain('hardhat_setBalance')
  expect(helpers.filter((name) => service.find(name) !== undefined)).toEqual([])
  expect(helpers.filter((name) => typeof development.find(name) !== 'object')).toEqual([])
})

it('a name is defined once', () => {
  expect(() => new Registry([methods[0]!, methods[0]!])).toThrow('defined twice')
  expect(() => new Registry(methods, { unsupported: ['eth_chainId'] })).toThrow('defined twice')
})

const every = [...methods, ...developmentMethods, ...fleetMethods]
const named = (names: readonly { readonly name: string }[]): readonly string[] =>
  names.map(({ name }) => name)

describe('what the methods say of themselves', () => {
  it('names the parameter with the block, where a method has one', () => {
    const blockNames = new Set([
      'block',
      'stateContext',
      'newestBlock',
      'blockHash',
      'transactionHash',
      'filter',
      'query',
      'tip',
    ])
    for (const { name, effect, asks, params } of every) {
      if (effect !== 'asks-chain') continue
      const parameter = typeof asks === 'object' ? asks.parameter : undefined
      expect(
        named(params).filter((given) => blockNames.has(given)),
        name,
      ).toEqual(parameter === undefined ? [] : expect.arrayContaining([parameter]))
    }
  })

  it('lets only questions to the chain run in readers or be answered by an upstream', () => {
    const others = every.filter(({ effect }) => effect !== 'asks-chain')
    expect(named(others.filter(({ placement }) => placement === 'reader'))).toEqual([])
    expect(named(others.filter(({ upstream }) => upstream !== 'never'))).toEqual(['eth_sendRawTransaction'])
  })

  it('never takes a method that changes something for a question', () => {
    const changing =
      /_(send|sign|submit|set|new|uninstall|mine|reset|revert|drop|add|remove|ban|unban|import|unlock|lock)(?=[A-Z_]|$)/
    const isQuestion = (effect: string): boolean => effect === 'asks-chain' || effect === 'asks-node'
    const wrong = every.filter(({ name, effect }) => changing.test(name) && isQuestion(effect))
    expect(named(wrong)).toEqual([])
  })

  it('has the submitted transaction as the first parameter', () => {
    const submitting = every.filter(({ effect }) => effect.startsWith('submits'))
    expect(new Set(submitting.map(({ params }) => params[0]?.name))).toEqual(new Set(['transaction']))
  })

  it('gives all names of a method, and methods of gateways, the same access', () => {
    const ofLocalTools = /^(personal|evm|anvil|hardhat|ganache|miner|dev)_/
    for (const { name, aliases, access } of every) {
      const isForGateways = name.startsWith('fleet_')
      expect(access === 'gateways', name).toBe(isForGateways)
      const isLocal = access === 'no-foreign-pages'
      for (const given of [name, ...aliases]) expect(ofLocalTools.test(given), given).toBe(isLocal)
    }
    expect(named(every.filter(({ access }) => access === 'granted'))).toEqual([
      'sco_banAddress',
      'sco_clearPeerScoring',
      'sco_unbanAddress',
      'admin_nodeInfo',
      'admin_peers',
    ])
  })

  it.each([
    ['eth_call', 'asks-chain'],
    ['rpc.discover', 'asks-chain'],
    ['eth_sendRawTransaction', 'submits-signed'],
    ['eth_sendRawTransactionSync', 'submits-and-waits'],
    ['eth_sendTransaction', 'submits-unsigned'],
    ['personal_sign', 'uses-node'],
    ['sco_peerList', 'asks-node'],
    ['sco_banAddress', 'uses-node'],
    ['evm_revert', 'changes-chain'],
    ['eth_getFilterChanges', 'polls-filter'],
    ['eth_newFilter', 'opens-filter'],
    ['eth_uninstallFilter', 'removes-filter'],
    ['eth_subscribe', 'subscribes'],
  ])('the effect of %s is %s', (name, expected) => {
    expect(every.find((method) => method.name === name)?.effect).toBe(expected)
  })
})

it('every method is documented, priced and has its optional parameters last', () => {
  for (const { name, summary, cost, params } of methods) {
    expect(name).toMatch(/^[a-z0-9]+[._][a-zA-Z0-9]+(_v\d)?$/)
    expect(summary, name).toMatch(/^[A-Z].*\.$/)
    expect(cost, name).toBeGreaterThanOrEqual(1)
    const optional = params.findIndex(({ isRequired }) => !isRequired)
    if (optional >= 0)
      expect(
        params.slice(optional).some(({ isRequired }) => isRequired),
        name,
      ).toBe(false)
  }
})
