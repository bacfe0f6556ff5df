import { describe, expect, it } from 'vitest'
import { openWorld, type RpcWorld } from '../../../answering/rpcWorld.cases.ts'
import { upgradeNames } from '../../../protocol/networks/upgrades.ts'
import { isJsonObject } from '../../json/json.ts'

async function upgradesOf(world: RpcWorld, ...params: string[]) {
  const result = await world.result('rsk_upgrades', ...params)
  if (!isJsonObject(result)) throw new Error('the result is not an object')
  const { upgrades, rules } = result
  if (!Array.isArray(upgrades) || !Array.isArray(rules)) throw new Error('the lists are missing')
  return { upgrades, rules }
}

describe('rsk_upgrades', () => {
  it('lists the upgrades in order and the rules with their summaries', async () => {
    const { upgrades, rules } = await upgradesOf(await openWorld({ node: { network: 'testnet' } }))
    expect(upgrades.map(({ name }) => name)).toEqual(upgradeNames)
    expect(upgrades).toContainEqual({ name: 'iris300', height: '0x1f70d4', active: false })
    expect(upgrades).toContainEqual({ name: 'tbd1000', height: null, active: false })
    expect(rules).toContainEqual({
      name: 'rskip120',
      height: '0x0',
      active: true,
      summary: 'The instructions SHL, SHR and SAR.',
    })
  })

  it('shows what is active in the best block, or in the block of the parameter', async () => {
    const world = await openWorld({ node: { upgrades: { upgrades: { arrowhead600: 2 } } } })
    const isActive = async (...params: string[]) => {
      const { upgrades } = await upgradesOf(world, ...params)
      return upgrades.find(({ name }) => name === 'arrowhead600')
    }
    await world.result('evm_mine')
    const before = { name: 'arrowhead600', height: '0x2', active: false }
    const after = { ...before, active: true }
    expect(await isActive()).toEqual(before)
    expect(await isActive('pending')).toEqual(after)
    expect(await isActive('0x2')).toEqual(after)
    await world.result('evm_mine')
    expect(await isActive()).toEqual(after)
    expect(await isActive('latest')).toEqual(after)
    expect(await isActive('earliest')).toEqual(before)
    expect(await isActive('0x1')).toEqual(before)
  })

  it('answers for a height that the chain does not have yet', async () => {
    const world = await openWorld({ node: { network: 'testnet' } })
    const { rules } = await upgradesOf(world, '0x4b2e7c')
    expect(rules.filter(({ name }) => ['rskip398', 'rskip445'].includes(name))).toMatchObject([
      { name: 'rskip398', height: '0x4b2e7c', active: true },
      { name: 'rskip445', active: false },
    ])
  })

  it('refuses the hash of an unknown block', async () => {
    const world = await openWorld()
    expect(await world.error('rsk_upgrades', `0x${'12'.repeat(32)}`)).toMatchObject({ code: -32600 })
  })
})
