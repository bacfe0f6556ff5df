import { expect, it } from 'vitest'
import { developmentMethods } from '../modules/development/developmentMethods.ts'
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
